"""A PySpark session of its own that keeps in files whatever Spark shows of a job.

It is run as a script with a JSON description on standard input: `directory` for the files,
`password`, a default of the session, and `jobs`, each with a name, options, and what to do.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame

DEFAULT_PASSWORD = "spark.datasource.rabbitmq_streams.password"
EXPLAIN_MODES = ["simple", "extended", "codegen", "cost", "formatted"]


def session(directory: Path, password: str) -> SparkSession:
    log4j = (directory / "log4j2.properties").as_uri()
    events = directory / "events"
    events.mkdir()
    return (
        SparkSession.builder.master("local[2]")
        .appName("secrets")
        .config("spark.driver.extraJavaOptions", f"-Dlog4j2.configurationFile={log4j}")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", events.as_uri())
        .config("spark.eventLog.compress", "false")
        .config("spark.sql.ui.explainMode", "extended")
        .config("spark.sql.streaming.checkpointLocation", (directory / "checkpoints").as_uri())
        .config(DEFAULT_PASSWORD, password)
        .getOrCreate()
    )


def read(spark: SparkSession, options: dict[str, str]) -> None:
    table = spark.read.format("rabbitmq_streams").options(**options).load()
    explain(table)
    table.collect()


def view(spark: SparkSession, options: dict[str, str]) -> None:
    """The same from SQL, where options stand in a statement."""
    listed = ", ".join(f"`{name}` '{value}'" for name, value in options.items())
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW seen USING rabbitmq_streams OPTIONS ({listed})")
    table = spark.table("seen")
    explain(table)
    table.collect()


def read_by_default(spark: SparkSession, options: dict[str, str]) -> None:
    """Takes the default away afterwards: it does not go with logins of another kind."""
    read(spark, options)
    spark.conf.unset(DEFAULT_PASSWORD)


def write(spark: SparkSession, options: dict[str, str]) -> None:
    rows = spark.range(10).selectExpr("cast(string(id) as binary) as value")
    rows.write.format("rabbitmq_streams").options(**options).mode("append").save()


def stream(spark: SparkSession, options: dict[str, str]) -> None:
    """Its checkpoint lies among the files."""
    table = spark.readStream.format("rabbitmq_streams").options(**options).load()
    query = table.writeStream.format("noop").trigger(availableNow=True).start()
    query.awaitTermination()
    query.explain(extended=True)
    print([progress.json for progress in query.recentProgress])


def fail_in_a_task(spark: SparkSession, options: dict[str, str]) -> None:
    rows = spark.range(1).selectExpr("cast(null as binary) as value")
    rows.write.format("rabbitmq_streams").options(**options).mode("append").save()


def overwrite(spark: SparkSession, options: dict[str, str]) -> None:
    rows = spark.range(1).selectExpr("cast('a' as binary) as value")
    rows.write.format("rabbitmq_streams").options(**options).mode("overwrite").save()


ACTIONS: dict[str, Callable[[SparkSession, dict[str, str]], None]] = {
    action.__name__: action
    for action in (read, read_by_default, view, write, stream, fail_in_a_task, overwrite)
}


def explain(table: DataFrame) -> None:
    for mode in EXPLAIN_MODES:
        table.explain(mode=mode)


def main() -> None:
    plan = json.load(sys.stdin)
    directory = Path(plan["directory"])
    spark = session(directory, plan["password"])
    for job in plan["jobs"]:
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            try:
                ACTIONS[job["action"]](spark, job["options"])
                print("\nSUCCEEDED")
            except (PySparkException, Py4JJavaError) as failure:
                print("\nFAILED", str(failure), repr(failure))
                traceback.print_exc(file=shown)
        (directory / f"{job['name']}.shown").write_text(shown.getvalue(), encoding="utf-8")
    spark.stop()


if __name__ == "__main__":
    main()
