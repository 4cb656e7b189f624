"""pip alone is enough: nothing to configure, and nothing left behind by an uninstall."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from .conftest import Environment, run

# Without options, our format says which are missing; a Spark without the jar does not know it.
LOAD = """
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
try:
    spark.read.format("rabbitmq_streams").load()
except Exception as failure:
    print(failure)
"""
NO_SUCH_FORMAT = "DATA_SOURCE_NOT_FOUND"
JAR_PATH = "import spark_rabbitmq_streams as s; print(s.jar_path())"


def assert_format_works(environment: Environment) -> None:
    answer = environment.run(LOAD)
    assert NO_SUCH_FORMAT not in answer
    assert "endpoints" in answer


def test_the_jar_survives_an_upgrade_of_pyspark(environment: Environment, wheel: Path) -> None:
    environment.pip("install", wheel, "pyspark==4.1.3")
    assert_format_works(environment)
    environment.pip("install", "pyspark==4.1.4")
    assert_format_works(environment)


def test_the_format_is_there_after_pip_install(environment: Environment, wheel: Path) -> None:
    environment.pip("install", wheel, "pyspark==4.1.4")
    assert_format_works(environment)
    jar = Path(environment.run(JAR_PATH).strip())
    assert jar.parent.name == "jars"
    assert (jar.parent.parent / "__init__.py").is_file()


def test_uninstalling_takes_the_jar_away(environment: Environment, wheel: Path) -> None:
    environment.pip("install", wheel, "pyspark==4.1.4")
    jar = Path(environment.run(JAR_PATH).strip())
    environment.pip("uninstall", "--yes", "spark-rabbitmq-streams")
    assert not jar.exists()
    assert NO_SUCH_FORMAT in environment.run(LOAD)


@pytest.fixture
def without_pyspark(tmp_path: Path, wheel: Path) -> Path:
    """The wheel in a directory of its own, as on a cluster whose Spark lives elsewhere."""
    target = tmp_path / "libraries"
    pip = (sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--no-index")
    run(*pip, "--target", target, wheel, cwd=tmp_path)
    return target


def ask(libraries: Path, expression: str) -> str:
    program = (
        f"import sys; sys.path.insert(0, {str(libraries)!r})\n"
        "import spark_rabbitmq_streams as s\n"
        f"try: print({expression})\n"
        "except FileNotFoundError as failure: print(failure)"
    )
    return run(sys.executable, "-c", program, cwd=libraries).strip()


def test_a_spark_that_lives_elsewhere_is_told_where_the_jar_is(
    without_pyspark: Path, version: str
) -> None:
    jar = without_pyspark / "pyspark" / "jars" / f"spark-rabbitmq-streams-{version}.jar"
    assert ask(without_pyspark, "s.jar_path()") == str(jar)
    assert jar.is_file()


def test_the_pyspark_of_the_cluster_is_not_hidden(without_pyspark: Path) -> None:
    assert ask(without_pyspark, "__import__('pyspark').SparkContext.__name__") == "SparkContext"


def test_a_jar_that_is_missing_is_told_with_a_remedy(without_pyspark: Path, version: str) -> None:
    jar = Path(ask(without_pyspark, "s.jar_path()"))
    jar.unlink()
    message = ask(without_pyspark, "s.jar_path()")
    assert str(jar) in message
    assert "pip install --force-reinstall" in message
    assert f"--packages org.sparkrabbit:spark-rabbitmq-streams:{version}" in message


def test_the_version_and_the_maven_coordinate(without_pyspark: Path, version: str) -> None:
    assert ask(without_pyspark, "s.__version__") == version
    coordinate = f"org.sparkrabbit:spark-rabbitmq-streams:{version}"
    assert ask(without_pyspark, "s.maven_coordinate()") == coordinate


def test_the_public_names_are_sorted(without_pyspark: Path) -> None:
    public = [
        "OptionsError",
        "RabbitStreamsFailure",
        "Sink",
        "Source",
        "__version__",
        "failure_of",
        "jar_path",
        "maven_coordinate",
    ]
    assert ask(without_pyspark, "s.__all__") == str(public)


def test_a_bare_copy_of_the_package_gives_options(without_pyspark: Path, tmp_path: Path) -> None:
    """As with --py-files, which takes no metadata along."""
    copy = shutil.make_archive(
        str(tmp_path / "copy"), "zip", without_pyspark, "spark_rabbitmq_streams"
    )
    ask_copy = f"import sys; sys.path.insert(0, {copy!r}); import spark_rabbitmq_streams as s"
    printed = run(
        *(sys.executable, "-S", "-I", "-c", f"{ask_copy}; print(s.Source(stream='a'))"),
        cwd=tmp_path,
    )
    assert printed.strip() == "Source(stream='a')"
