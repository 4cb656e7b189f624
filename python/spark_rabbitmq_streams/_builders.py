"""What to read and what to write, complete and checked before Spark sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from spark_rabbitmq_streams._checks import problems_of_read
from spark_rabbitmq_streams._signatures import SinkSignature, SourceSignature

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.readwriter import DataStreamWriter

_FORMAT = "rabbitmq_streams"


class Source(SourceSignature):
    """What to read: a stream or a super stream, and how.

    A source is a mapping of options: ``spark.read.format("rabbitmq_streams").options(**source)``
    does the same as `load`. What is wrong with it is told at once, when it is made. Without
    endpoints and uris the session's defaults (``spark.datasource.rabbitmq_streams.*``) name the
    broker.
    """

    __slots__ = ()

    def _problems(self) -> list[str]:
        return [*super()._problems(), *problems_of_read(self._texts)]

    def load(self, spark: SparkSession) -> DataFrame:
        """What there is to read now, as a batch."""
        self._require_fit("a batch read")
        return spark.read.format(_FORMAT).options(**self).load()

    def stream(self, spark: SparkSession) -> DataFrame:
        """What there is to read, and what comes, as a streaming DataFrame."""
        self._require_fit("a streaming read")
        return spark.readStream.format(_FORMAT).options(**self).load()


class Sink(SinkSignature):
    """Where to write: a stream, a super stream, or the streams that rows name; and how.

    Without stream and superstream each row goes to the stream that its column stream names.

    A sink is a mapping of options: ``df.write.format("rabbitmq_streams").options(**sink)`` leads
    to the same as `save`. What is wrong with it is told at once, when it is made. Without
    endpoints and uris the session's defaults (``spark.datasource.rabbitmq_streams.*``) name the
    broker.
    """

    __slots__ = ()

    def save(self, df: DataFrame, mode: Literal["append"] = "append") -> None:
        """Appends the rows; returns when the broker has confirmed all of them."""
        self._require_fit("a write")
        df.write.format(_FORMAT).options(**self).mode(mode).save()

    def write_stream(self, df: DataFrame) -> DataStreamWriter:
        """A writer to go on with: ``.option("checkpointLocation", …).trigger(…).start()``."""
        self._require_fit("a write")
        return df.writeStream.format(_FORMAT).options(**self)
