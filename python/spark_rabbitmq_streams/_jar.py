"""Where the connector's jar is, on this machine and in a Maven repository."""

from importlib.metadata import distribution
from pathlib import Path

_DISTRIBUTION = "spark-rabbitmq-streams"


def jar_path() -> Path:
    """The connector's jar, as installed: ``.config("spark.jars", str(jar_path()))``.

    It is what a Spark outside this Python environment needs; a PySpark that pip installed beside
    this distribution has the jar on its class path already.
    """
    installed = distribution(_DISTRIBUTION)
    name = f"{_DISTRIBUTION}-{installed.version}.jar"
    jars = [file for file in installed.files or () if file.name == name]
    for jar in jars:
        path = Path(str(installed.locate_file(jar))).resolve()
        if path.is_file():
            return path
    where = Path(str(installed.locate_file("pyspark/jars"))) / name
    raise FileNotFoundError(
        f"The connector's jar is not at {where}: it was removed after the installation, or the "
        f"installation was built without it. Run: pip install --force-reinstall --no-deps "
        f"{_DISTRIBUTION}=={installed.version}; or give Spark the jar by --packages "
        f"{maven_coordinate()}"
    )


def maven_coordinate() -> str:
    """The connector in a Maven repository: ``.config("spark.jars.packages", ...)``."""
    return f"org.sparkrabbit:{_DISTRIBUTION}:{distribution(_DISTRIBUTION).version}"
