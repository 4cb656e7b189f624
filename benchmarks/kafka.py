"""A real single-node Kafka broker on this machine, started from its Maven artifacts."""

from __future__ import annotations

import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.artifacts import resolve
from benchmarks.progress import BenchmarkError, say

VERSION = "4.3.1"
HEAP = "-Xmx1g"
START_LIMIT = 90
CLUSTER = "c3BhcmtyYWJiaXRiZW5jaA"  # any 16 bytes in base64
OLD_HELPER = {"2.12": "3.5.7", "2.13": "4.0.0"}

# What every Spark has already.
IN_SPARK = ("org.scala-lang", "org.slf4j", "org.lz4", "at.yawk.lz4", "org.xerial.snappy",
            "com.github.luben", "org.apache.hadoop", "com.google.code.findbugs")  # fmt: skip

SETTINGS = """process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
log.dirs={directory}/data
auto.create.topics.enable=false
log.retention.hours=-1
log.segment.delete.delay.ms=1000
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
"""


def spark_jars(pyspark_version: str) -> list[Path]:
    """Spark's Kafka connector of this series, the newest that a Maven repository has."""
    series, patch = pyspark_version.rsplit(".", 1)
    scala = "2.12" if series.startswith("3.") else "2.13"
    connectors = [
        f"org.apache.spark:spark-sql-kafka-0-10_{scala}:{series}.{candidate}"
        for candidate in range(int(patch), -1, -1)
    ]
    # Some repositories lack the connector's helper for delegation tokens, which is not on the
    # path of the data: then an older one, whose interface is the same, takes its place.
    helper = f"org.apache.spark:spark-token-provider-kafka-0-10_{scala}:{OLD_HELPER[scala]}"
    return resolve(
        f"kafka-spark-{pyspark_version}",
        [(each,) for each in connectors] + [(each, helper) for each in connectors],
        without=IN_SPARK,
    )


@contextmanager
def broker(scratch: Path) -> Iterator[str]:
    """Gives the bootstrap address of a broker that lives as long as the context."""
    jars = resolve(f"kafka-broker-{VERSION}", [(f"org.apache.kafka:kafka_2.13:{VERSION}",)])
    scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=scratch, prefix="kafka-") as directory:
        port, controller = _free_port(), _free_port()
        settings = Path(directory, "server.properties")
        settings.write_text(SETTINGS.format(port=port, controller=controller, directory=directory))
        java = ["java", HEAP, "-cp", ":".join(map(str, jars))]
        log = scratch / "kafka.log"
        with log.open("w") as out:
            formatted = subprocess.run(
                [*java, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings],
                stdout=out,
                stderr=out,
                check=False,
            )
            if formatted.returncode:
                raise BenchmarkError(f"Kafka cannot format its directory; its log is {log}")
            say(f"Starting Kafka {VERSION}")
            process = subprocess.Popen(
                [*java, "kafka.Kafka", settings], stdout=out, stderr=out, start_new_session=True
            )
        try:
            _wait(process, port, log)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    latest = time.monotonic() + START_LIMIT
    while time.monotonic() < latest:
        if process.poll() is not None:
            raise BenchmarkError(f"Kafka ended at its start; its log is {log}")
        with socket.socket() as client:
            client.settimeout(1)
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise BenchmarkError(f"Kafka was not up after {START_LIMIT} s; its log is {log}")
