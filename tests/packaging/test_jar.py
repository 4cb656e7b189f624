"""What is in the jar, and what must never be."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

MEGABYTE = 1024 * 1024
SERVICE = "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister"

# The first must be relocated; Spark brings the others, and a second copy would break it.
FOREIGN = (
    "io/netty/",
    "com/rabbitmq/",
    "org/apache/qpid/",
    "scala/",
    "org/apache/spark/",
    "org/slf4j/",
    "org/apache/logging/",
    "org/xerial/snappy/",
    "com/github/luben/zstd/",
    "net/jpountz/",
)
NATIVE = (".so", ".dll", ".dylib", ".jnilib")


@pytest.fixture
def archive(jar: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(jar) as archive:
        yield archive


@pytest.fixture
def names(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in archive.namelist() if not name.endswith("/")]


@pytest.mark.parametrize("package", FOREIGN)
def test_the_jar_touches_nobody_elses_packages(names: list[str], package: str) -> None:
    assert [name for name in names if name.startswith(package)] == []


def test_every_class_is_of_our_package(names: list[str]) -> None:
    classes = [name for name in names if name.endswith(".class")]
    assert classes
    assert [name for name in classes if not name.startswith("org/sparkrabbit/")] == []


def test_the_client_and_netty_are_inside(names: list[str]) -> None:
    assert "org/sparkrabbit/shaded/rabbitmq/stream/Environment.class" in names
    assert "org/sparkrabbit/shaded/netty/channel/Channel.class" in names


def test_no_code_names_a_class_that_was_relocated(archive: zipfile.ZipFile) -> None:
    left = [
        name
        for name in archive.namelist()
        if name.endswith(".class")
        and any(old in archive.read(name) for old in (b"Lio/netty/", b"Lcom/rabbitmq/"))
    ]
    assert left == []


def test_nothing_is_native(names: list[str]) -> None:
    assert [name for name in names if name.endswith(NATIVE)] == []


def test_nothing_is_there_twice(archive: zipfile.ZipFile) -> None:
    counted = Counter(archive.namelist())
    assert [name for name, times in counted.items() if times > 1] == []


def test_it_is_no_module_and_no_multi_release_jar(archive: zipfile.ZipFile) -> None:
    odd = ("module-info.class", "META-INF/versions/")
    assert [name for name in archive.namelist() if any(part in name for part in odd)] == []
    assert b"Multi-Release: true" not in archive.read("META-INF/MANIFEST.MF")


def test_the_service_file_names_our_provider(archive: zipfile.ZipFile, names: list[str]) -> None:
    providers = archive.read(SERVICE).decode().split()
    assert len(providers) == 1
    assert providers[0].startswith("org.sparkrabbit.")
    assert providers[0].replace(".", "/") + ".class" in names


def test_it_offers_one_service(names: list[str]) -> None:
    assert [name for name in names if name.startswith("META-INF/services/")] == [SERVICE]


def test_licences_and_notices_of_all_that_is_inside(archive: zipfile.ZipFile) -> None:
    assert b"Apache License" in archive.read("META-INF/LICENSE")
    notice = archive.read("META-INF/NOTICE").decode()
    assert "Netty" in notice
    assert "RabbitMQ" in notice


def test_it_is_small(jar: Path) -> None:
    assert jar.stat().st_size < 5 * MEGABYTE


def test_it_runs_on_java_17(archive: zipfile.ZipFile) -> None:
    java_17 = 61
    newest = max(
        int.from_bytes(archive.read(name)[6:8], "big")
        for name in archive.namelist()
        if name.endswith(".class")
    )
    assert newest == java_17
