"""The machine and the versions that the figures belong to."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from benchmarks import kafka


def machine(spark: SparkSession) -> dict[str, Any]:
    jvm: Any = spark.sparkContext._jvm
    properties = jvm.java.lang.System.getProperty
    return {
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "jdk": f"{properties('java.vendor')} {properties('java.version')}",
        "python": platform.python_version(),
        "docker_proxy": docker_proxy(),
        "congestion_control": _congestion_control(),
    }


def docker_proxy() -> bool:
    """Whether Docker copies what goes through its published ports, in a process of its own."""
    return any(_name(process) == "docker-proxy" for process in Path("/proc").glob("[0-9]*"))


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:  # It has ended.
        return ""


def _congestion_control() -> str:
    """Of what clients and Kafka send; the broker of the test fixture has its own."""
    kept = Path("/proc/sys/net/ipv4/tcp_congestion_control")
    return kept.read_text().strip() if kept.exists() else "unknown"


def versions(spark: SparkSession, broker: str, with_kafka: bool) -> dict[str, str]:
    found = {
        "connector": _connector(),
        "pyspark": spark.version,
        "rabbitmq": broker,
        "stream_client": _stream_client(),
    }
    if not with_kafka:
        return found
    connector = [jar.stem for jar in kafka.spark_jars(spark.version) if "kafka-0-10" in jar.name]
    return {**found, "kafka": kafka.VERSION, "kafka_connector": ", ".join(connector)}


def _processor() -> str:
    names = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return names.group(1) if names else platform.processor()


def _connector() -> str:
    try:
        return version("spark-rabbitmq-streams")
    except PackageNotFoundError:
        return "not installed"


def _stream_client() -> str:
    jars = Path("jvm/testkit/target/lib").glob("stream-client-*.jar")
    return ", ".join(jar.stem.removeprefix("stream-client-") for jar in jars)
