"""Offsets and times at which a read begins and ends, as the connector reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import NoReturn

from spark_rabbitmq_streams._texts import number, trimmed

_SPAN = re.compile(r"[0-9]{1,9}(ms|s|m|h|d|)")
_TIME = re.compile(
    r"(?P<year>[0-9]{4}|\+[0-9]{5,9})-(?P<day>[0-9]{2}-[0-9]{2})"
    r"T(?P<minute>(?:[01][0-9]|2[0-3]):[0-9]{2})"  # newer Pythons would take 24:00
    r"(?:(?P<second>:[0-9]{2})(?:\.[0-9]{0,9})?)?"
    r"(?P<zone>Z|[+-][0-9]{2}(?::[0-9]{2}(?::[0-9]{2})?)?)",
    re.IGNORECASE,
)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_FARTHEST_ZONE = timedelta(hours=18)


def is_beginning(text: str) -> bool:
    return _is_position(text, {"earliest", "latest", "offset", "timestamp"}, {"earliest", "latest"})


def is_end(text: str) -> bool:
    return _is_position(text, {"latest", "offset", "timestamp"}, {"latest"})


def _is_position(text: str, words: set[str], words_of_streams: set[str]) -> bool:
    plain = trimmed(text)
    if not plain.startswith("{"):
        return plain.lower() in words
    return _holds_of_each_stream(
        plain, lambda value: value in words_of_streams or _is_offset(value)
    )


def _is_offset(text: str) -> bool:
    offset = number(text)
    return offset is not None and offset >= 0


def is_time_span(text: str) -> bool:
    return bool(_SPAN.fullmatch(trimmed(text)))


def is_time(text: str) -> bool:
    plain = trimmed(text)
    if plain.startswith("-"):
        return is_time_span(plain[1:]) and not plain[-1].isdigit()
    return bool(re.fullmatch(r"[0-9]{1,18}", plain)) or _is_iso_time(plain)


def are_times_of_streams(text: str) -> bool:
    return _holds_of_each_stream(text, is_time)


def _is_iso_time(text: str) -> bool:
    parts = _TIME.fullmatch(text)
    if not parts:
        return False
    year = int(parts["year"])
    # Beyond what Python counts, the same days come again every 400 years.
    known = year if year <= 9999 else 9600 + year % 400
    zone = _zone(parts["zone"].upper())
    clock = parts["minute"] + (parts["second"] or ":00")
    try:
        local = datetime.fromisoformat(f"{known:04}-{parts['day']}T{clock}")
        return zone is not None and local - zone >= _EPOCH.replace(tzinfo=None)
    except (ValueError, OverflowError):
        return False


def _zone(text: str) -> timedelta | None:
    if text == "Z":
        return timedelta()
    digits = re.sub(r"\D", "", text).ljust(6, "0")
    hours, minutes, seconds = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    zone = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if minutes > 59 or seconds > 59 or zone > _FARTHEST_ZONE:
        return None
    return -zone if text.startswith("-") else zone


def _holds_of_each_stream(text: str, holds: Callable[[str], bool]) -> bool:
    """The text is a JSON object of texts and numbers that names nothing twice."""
    try:
        members = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_Members,
            parse_int=str,
            parse_float=str,
            parse_constant=_refuse,
        )
    except ValueError:
        return False
    if not isinstance(members, _Members) or not members:
        return False
    names = [name for name, _ in members]
    return len(set(names)) == len(names) and all(
        isinstance(value, str) and holds(value) for _, value in members
    )


class _Members(list[tuple[str, object]]):
    """Of a JSON object, those that are named twice included."""


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
