"""Whether a text is one that the connector can read: the same answers as its parsers give."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Union

from spark_rabbitmq_streams._addresses import (
    are_addresses,
    are_broker_uris,
    is_endpoint,
    is_web_address,
)
from spark_rabbitmq_streams._positions import (
    are_times_of_streams,
    is_beginning,
    is_end,
    is_time,
    is_time_span,
)
from spark_rabbitmq_streams._texts import is_blank, items, number, trimmed

Limits = tuple[Union[int, str], ...]

TEXT_PROPERTIES = frozenset(
    {
        "message_id",
        "to",
        "subject",
        "reply_to",
        "correlation_id",
        "content_type",
        "content_encoding",
        "group_id",
        "reply_to_group_id",
    }
)


_AGE = re.compile(
    r"[0-9]{1,9}[smhdD]"
    r"|P(?=[0-9T])([0-9]{1,9}D)?(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?"
)
_BARE_KEY = re.compile(r"M[A-Za-z0-9+/=\s]{40,}", re.ASCII)
_SIZE = re.compile(r"([0-9]{1,19}) ?(kb|mb|gb|tb|)", re.IGNORECASE | re.ASCII)
_UNITS = ("", "kb", "mb", "gb", "tb")


def is_reference(text: str) -> bool:
    """The value is looked up where the connector connects."""
    return text.startswith(("env:", "file:"))


def _is_whole_number(text: str, limits: Limits) -> bool:
    least, most = limits
    value = number(trimmed(text))
    return value is not None and int(least) <= value <= int(most)


def _is_class(text: str) -> bool:
    return all(
        re.fullmatch(r".[A-Za-z0-9_$]*", part, re.DOTALL)
        and (part[0] in "_$" or unicodedata.category(part[0]).startswith("L"))
        for part in trimmed(text).split(".")
    )


def _are(are: Callable[[str], bool], text: str) -> bool:
    parts = items(text)
    return bool(parts) and all(map(are, parts))


def _is_pauses(text: str) -> bool:
    parts = text.split(",")
    later = parts[min(1, len(parts) - 1)]
    is_endless = not re.search("[1-9]", later)
    return len(parts) <= 3 and all(map(is_time_span, parts)) and not is_endless


def _is_age(text: str) -> bool:
    plain = trimmed(text)
    return bool(_AGE.fullmatch(plain) and re.search("[1-9]", plain))


def _is_size(text: str, limits: Limits) -> bool:
    least, most = limits
    size = _SIZE.fullmatch(trimmed(text))
    if not size:
        return False
    unit: int = 1000 ** _UNITS.index(size[2].lower())
    number_of_bytes = int(size[1]) * unit
    return int(least) <= number_of_bytes <= int(most)


def _are_keys(text: str) -> bool:
    parts = items(text)
    return bool(parts) and len(set(parts)) == len(parts)


def _is_short_text(text: str, limits: Limits) -> bool:
    (most,) = limits
    return not is_blank(text) and len(text.encode("utf-8", "replace")) <= int(most)


def _is_place_in_message(text: str) -> bool:
    section, _, name = trimmed(text).partition(".")
    if section == "properties":
        return name in TEXT_PROPERTIES
    return section in {"application_properties", "message_annotations"} and name != ""


def _is_private_key(text: str) -> bool:
    is_shown = "-----" in text or _BARE_KEY.fullmatch(trimmed(text))
    return not is_blank(text) and (is_reference(text) or not is_shown)


def _are_uris(text: str) -> bool:
    return is_reference(trimmed(text)) or are_broker_uris(text)


CHECKS: dict[str, Callable[[str, Limits], bool]] = {
    "text": lambda text, _: not is_blank(text),
    "short text": _is_short_text,
    "secret": lambda text, _: not is_blank(text),
    "true or false": lambda text, _: trimmed(text).lower() in {"true", "false"},
    "whole number": _is_whole_number,
    "choice": lambda text, names: trimmed(text).lower() in [str(name).lower() for name in names],
    "class": lambda text, _: _is_class(text),
    "columns": lambda text, names: all(map(names.__contains__, items(text))),
    "values": lambda text, _: bool(items(text)),
    "endpoints": lambda text, _: _are(is_endpoint, text),
    "URIs": lambda text, _: _are_uris(text),
    "addresses": lambda text, _: are_addresses(text),
    "web address": lambda text, _: is_web_address(trimmed(text)),
    "private key": lambda text, _: _is_private_key(text),
    "beginning": lambda text, _: is_beginning(text),
    "end": lambda text, _: is_end(text),
    "time": lambda text, _: is_time(text),
    "time of each stream": lambda text, _: are_times_of_streams(text),
    "length of time": lambda text, _: is_time_span(text),
    "age": lambda text, _: _is_age(text),
    "size": _is_size,
    "keys": lambda text, _: _are_keys(text),
    "pauses": lambda text, _: _is_pauses(text),
    "place in a message": lambda text, _: _is_place_in_message(text),
}
"""For each form of an option whether a text can be read, within the limits of the option."""
