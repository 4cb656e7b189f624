"""RabbitMQ streams and super streams for PySpark: the format ``rabbitmq_streams``.

Installing the distribution puts one jar beside the jars of a pip-installed PySpark, so that
``spark.read.format("rabbitmq_streams")`` works with nothing to import or configure. A Spark that
lives elsewhere takes the jar from `jar_path`, or from Maven by `maven_coordinate`.

`Source` and `Sink` give the options of the format types, documentation, and checks before Spark
runs. `failure_of` recognises the connector's failures in what PySpark raises.
"""

from importlib.metadata import version as _version

from spark_rabbitmq_streams._builders import Sink, Source
from spark_rabbitmq_streams._failures import OptionsError, RabbitStreamsFailure, failure_of
from spark_rabbitmq_streams._jar import jar_path, maven_coordinate

__all__ = [
    "OptionsError",
    "RabbitStreamsFailure",
    "Sink",
    "Source",
    "__version__",
    "failure_of",
    "jar_path",
    "maven_coordinate",
]

__version__: str


def __getattr__(name: str) -> str:
    """The version is in the metadata of the distribution, which a bare copy does not have."""
    if name == "__version__":
        return _version("spark-rabbitmq-streams")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
