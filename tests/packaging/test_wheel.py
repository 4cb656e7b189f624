"""What is in the wheel, and that the source distribution gives the same one."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path

from packaging.utils import parse_wheel_filename

from .conftest import ROOT, only, run


def test_one_wheel_serves_every_platform(wheel: Path) -> None:
    _, _, _, tags = parse_wheel_filename(wheel.name)
    assert [str(tag) for tag in tags] == ["py3-none-any"]


def test_it_holds_the_package_and_the_jar_once(
    wheel_archive: zipfile.ZipFile, version: str
) -> None:
    metadata = f"spark_rabbitmq_streams-{version}.dist-info"
    assert sorted(wheel_archive.namelist()) == sorted(
        [
            f"pyspark/jars/spark-rabbitmq-streams-{version}.jar",
            "spark_rabbitmq_streams/__init__.py",
            "spark_rabbitmq_streams/_addresses.py",
            "spark_rabbitmq_streams/_builders.py",
            "spark_rabbitmq_streams/_checks.py",
            "spark_rabbitmq_streams/_codes.py",
            "spark_rabbitmq_streams/_failures.py",
            "spark_rabbitmq_streams/_jar.py",
            "spark_rabbitmq_streams/_kinds.py",
            "spark_rabbitmq_streams/_mapping.py",
            "spark_rabbitmq_streams/_options.py",
            "spark_rabbitmq_streams/_positions.py",
            "spark_rabbitmq_streams/_signatures.py",
            "spark_rabbitmq_streams/_table.py",
            "spark_rabbitmq_streams/_texts.py",
            "spark_rabbitmq_streams/_values.py",
            "spark_rabbitmq_streams/py.typed",
            f"{metadata}/METADATA",
            f"{metadata}/RECORD",
            f"{metadata}/WHEEL",
            f"{metadata}/licenses/LICENSE",
        ]
    )


def test_the_jar_inside_is_the_jar_that_was_built(
    wheel_archive: zipfile.ZipFile, jar: Path, version: str
) -> None:
    inside = wheel_archive.read(f"pyspark/jars/spark-rabbitmq-streams-{version}.jar")
    assert inside == jar.read_bytes()


def test_it_brings_no_pyspark_of_its_own(wheel_archive: zipfile.ZipFile, version: str) -> None:
    path = f"spark_rabbitmq_streams-{version}.dist-info/METADATA"
    metadata = BytesParser().parsebytes(wheel_archive.read(path))
    assert metadata["Name"] == "spark-rabbitmq-streams"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.9"
    assert metadata.get_all("Requires-Dist") == ["pyspark>=3.5.0; extra == 'spark'"]


def test_a_wheel_is_built_from_the_source_distribution(tmp_path: Path, wheel: Path) -> None:
    run(
        sys.executable,
        "-m",
        "build",
        "--sdist",
        "--no-isolation",
        "-o",
        tmp_path,
        ROOT,
        cwd=tmp_path,
    )
    sdist = only(tmp_path.glob("*.tar.gz"))
    with tarfile.open(sdist) as archive:
        inside = archive.getnames()
    assert [name for name in inside if name.endswith((".jar", ".class", ".pyc"))] == []

    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, sdist, cwd=tmp_path)
    rebuilt = only(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(rebuilt) as again, zipfile.ZipFile(wheel) as first:
        assert sorted(again.namelist()) == sorted(first.namelist())
