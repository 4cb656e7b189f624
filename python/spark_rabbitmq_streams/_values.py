"""Arguments as Python has them, made into the texts that options are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import SupportsIndex

from spark_rabbitmq_streams._table import Option
from spark_rabbitmq_streams._texts import trimmed

_LISTS = {"endpoints", "URIs", "columns", "values", "keys"}
_UNITS = {
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
}
_MILLISECOND = timedelta(milliseconds=1)


def text_of(option: Option, value: object) -> str:
    """A value of a type that the argument takes, as a user would write it as an option."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) and "bool" in option.type:
        return str(value).lower()
    if isinstance(value, SupportsIndex) and not isinstance(value, bool) and "int" in option.type:
        return str(value.__index__())
    if isinstance(value, datetime) and "datetime" in option.type:
        return value.isoformat()
    if isinstance(value, timedelta) and "timedelta" in option.type:
        return _span(value)
    if isinstance(value, Mapping) and "Mapping" in option.type:
        pairs = {_name(option, name): _member(option, item) for name, item in value.items()}
        if option.form == "addresses":
            return ",".join(f"{advertised}={reachable}" for advertised, reachable in pairs.items())
        return json.dumps(pairs)
    if isinstance(value, Sequence) and option.form in _LISTS:
        return ",".join(_name(option, item) for item in value)
    raise _unfit(option, value)


def unfit_items(option: Option, value: object) -> Iterator[str]:
    """Items that would not come out of a list as they went in."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            if "," in item or item != trimmed(item) or not item:
                yield (
                    f"{option.name} {option.shown(item)} cannot be an item of a list: commas "
                    f"separate items, and blanks around them are dropped"
                )


def _member(option: Option, value: object) -> int | str:
    if isinstance(value, datetime) and "datetime" in option.type:
        return value.isoformat()
    if isinstance(value, str):
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return value.__index__()
    raise _unfit(option, value)


def _name(option: Option, value: object) -> str:
    if isinstance(value, str):
        return value
    raise _unfit(option, value)


def _span(length: timedelta) -> str:
    """In the largest unit that leaves no rest."""
    for name, unit in _UNITS.items():
        if length % unit == timedelta():
            return f"{length // unit}{name}"
    # What is no whole number of milliseconds is refused as an option.
    return f"{length / _MILLISECOND}ms" if length % _MILLISECOND else f"{length // _MILLISECOND}ms"


def _unfit(option: Option, value: object) -> TypeError:
    return TypeError(f"{option.argument} takes {option.type}, which {type(value).__name__} is not")
