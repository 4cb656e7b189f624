"""What the connector writes to the log of Spark's driver, while a test runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.broker import unique

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from pyspark.sql import SparkSession

_LOGGER = "org.sparkrabbit"


class Log:
    """Collects from its opening until it is closed, whatever else the log takes."""

    def __init__(self, spark: SparkSession) -> None:
        jvm = spark.sparkContext._jvm
        assert jvm is not None
        log4j = jvm.org.apache.logging.log4j
        self._context = log4j.LogManager.getContext(False)
        self._text = jvm.java.io.StringWriter()
        layout = log4j.core.layout.PatternLayout.newBuilder().withPattern("%p %m%n").build()
        self._appender = log4j.core.appender.WriterAppender.createAppender(
            layout, None, self._text, unique("log"), False, True
        )
        self._level = log4j.Level.INFO
        self._logger = log4j.core.config.LoggerConfig(_LOGGER, self._level, False)

    def __enter__(self) -> Self:
        self._appender.start()
        self._logger.addAppender(self._appender, self._level, None)
        self._context.getConfiguration().addLogger(_LOGGER, self._logger)
        self._context.updateLoggers()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._context.getConfiguration().removeLogger(_LOGGER)
        self._context.updateLoggers()
        self._appender.stop()

    def lines(self, level: str) -> list[str]:
        """The messages of this level so far."""
        written = str(self._text.toString()).splitlines()
        return [line.removeprefix(f"{level} ") for line in written if line.startswith(f"{level} ")]
