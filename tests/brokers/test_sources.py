"""Reading what apt on this machine is told, in both formats it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.debian import sources

if TYPE_CHECKING:
    from pathlib import Path


def test_one_line_lists(tmp_path: Path) -> None:
    (tmp_path / "sources.list").write_text(
        "# deb http://commented.example/debian bookworm main\n"
        "deb-src http://source.example/debian bookworm main\n"
        "deb [arch=amd64 signed-by=/key.gpg] http://one.example/debian bookworm main contrib\n"
        "deb http://two.example/debian-security bookworm-security main\n"
    )
    assert list(sources(tmp_path)) == [
        ("http://one.example/debian", "bookworm"),
        ("http://two.example/debian-security", "bookworm-security"),
    ]


def test_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list.d/debian.sources").write_text(
        "Types: deb deb-src\n"
        "# a comment in between\n"
        "URIs: http://one.example/debian\n"
        "Suites: bookworm bookworm-updates\n"
        "Components: main\n"
        "\n"
        "Enabled: no\n"
        "Types: deb\n"
        "URIs: http://off.example/debian\n"
        "Suites: bookworm\n"
        "\n"
        "Types: deb-src\n"
        "URIs: http://source.example/debian\n"
        "Suites: bookworm\n"
    )
    (tmp_path / "sources.list.d/other.list.disabled").write_text("deb http://no.example sid main\n")
    assert list(sources(tmp_path)) == [
        ("http://one.example/debian", "bookworm"),
        ("http://one.example/debian", "bookworm-updates"),
    ]
