"""What the guide shows is run, page by page, and its links are followed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

    from support.broker import Broker
    from support.streams import Stream, SuperStream

ROOT = Path(__file__).resolve().parents[2]
GUIDE = sorted((ROOT / "docs" / "guide").glob("*.md"))
OF_OTHERS = {
    "DATA_SOURCE_NOT_FOUND",
    "MVNW_REPOURL",
    "RABBITMQ_STREAM_URI",
    "SPARK_HOME",
    "STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY",
}
PAGES = [
    *GUIDE,
    *(ROOT / "docs" / "adr").glob("*.md"),
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("*.md"),
]


def snippets(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def dead_letters(broker: Broker) -> Iterator[Stream]:
    with broker.stream() as stream:
        yield stream


@pytest.mark.parametrize(
    "page", [page for page in GUIDE if snippets(page)], ids=lambda page: page.stem
)
def test_the_snippets_of_a_page_run_one_after_the_other(
    spark: SparkSession, stream: Stream, superstream: SuperStream, dead_letters: Stream, page: Path
) -> None:
    stream.publish("first", "second")
    superstream.publish(("a key", "third"))
    names: dict[str, object] = {
        "spark": spark,
        "endpoint": stream.broker.endpoint,
        "stream": stream.name,
        "superstream": superstream.name,
        "dead_letters": dead_letters.name,
    }
    for number, code in enumerate(snippets(page), start=1):
        exec(compile(code, f"{page.name}, snippet {number}", "exec"), names)  # noqa: S102


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    near = [link for link in links if "://" not in link]
    assert [link for link in near if not (page.parent / link).exists()] == []


def test_every_error_code_that_the_guide_names_exists() -> None:
    codes = re.findall(r"^## ([A-Z_]+)$", (ROOT / "docs/errors.md").read_text(), re.MULTILINE)
    named = {
        code
        for page in GUIDE
        for code in re.findall(
            r"(?:RABBITMQ_STREAMS\.|`)([A-Z]+(?:_[A-Z]+)+)\b", page.read_text(encoding="utf-8")
        )
    }
    assert named
    assert named - set(codes) <= OF_OTHERS
