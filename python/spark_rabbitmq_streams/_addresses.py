"""Addresses of brokers, as the connector reads them."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

from spark_rabbitmq_streams._texts import is_blank, items, number, trimmed

_OTHER = "\x80-\U0010ffff"
_PATH = re.compile(rf"(?:[A-Za-z0-9_\-!.~'()*:@&=+$,/;{_OTHER}]|%[0-9A-Fa-f]{{2}})*")
_QUERY = re.compile(rf"(?:[A-Za-z0-9_\-!.~'()*:@&=+$,/;?\[\]{_OTHER}]|%[0-9A-Fa-f]{{2}})*")
_URI = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<host>\[[^\]]*\]|[^/?#:@]*)(?::(?P<port>[0-9]*))?"
    r"(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_IPV4 = re.compile(r"[0-9]+(?:\.[0-9]+){3}")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:(?:\.{_LABEL})*\.(?=[A-Za-z]){_LABEL})?\.?")


class Uri(NamedTuple):
    scheme: str
    port: str
    path: str
    has_more: bool


def is_endpoint(text: str) -> bool:
    return _endpoint(text) is not None


def are_addresses(text: str) -> bool:
    """Pairs `advertised:port=reachable:port`, each advertised address once."""
    seen = set()
    for pair in text.split(","):
        sides = pair.split("=")
        if len(sides) != 2:
            return False
        advertised, reachable = (_endpoint(trimmed(side)) for side in sides)
        if not (advertised and advertised[1] and reachable and reachable[1]):
            return False
        if advertised in seen:
            return False
        seen.add(advertised)
    return True


def are_broker_uris(text: str) -> bool:
    uris = [_uri(item) for item in items(text)]
    schemes = {uri.scheme for uri in uris if uri}
    return (
        all(uri and not uri.has_more and _is_port(uri.port) for uri in uris)
        and len(schemes) == 1
        and schemes <= {"rabbitmq-stream", "rabbitmq-stream+tls"}
    )


def virtual_host_in(uris: str) -> bool:
    """The first of the URIs speaks for all."""
    uri = _uri(items(uris)[0])
    return uri is not None and len(uri.path) > 1


def is_web_address(text: str) -> bool:
    uri = _uri(text)
    return uri is not None and uri.scheme in {"http", "https"}


def _endpoint(text: str) -> tuple[str, int] | None:
    """Host and port, which is 0 where none is given."""
    if ":" not in text or text.endswith("]"):
        host = _unbracketed(text)
        return (host, 0) if _is_name(host) else None
    bracketed, _, digits = text.rpartition(":")
    host = _unbracketed(bracketed)
    port = number(digits, bits=32)
    is_ambiguous = ":" in bracketed and not bracketed.startswith("[")
    if is_ambiguous or not _is_name(host) or port is None or not 0 < port <= 65_535:
        return None
    return host, port


def _is_name(host: str) -> bool:
    return bool(re.fullmatch(r"[^ \t\n\v\f\r/@\[\]]+", host)) and not is_blank(host)


def _unbracketed(host: str) -> str:
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def _uri(text: str) -> Uri | None:
    """A URI with a host and without a user."""
    parts = _URI.fullmatch(text)
    if not parts or not _is_host(parts["host"]) or not _PATH.fullmatch(parts["path"] or ""):
        return None
    more = [part for part in (parts["query"], parts["fragment"]) if part is not None]
    if _has_spaces(text) or not all(map(_QUERY.fullmatch, more)):
        return None
    if number(parts["port"] or "0", bits=32) is None:
        return None
    return Uri(parts["scheme"], parts["port"] or "", parts["path"] or "", bool(more))


def _has_spaces(text: str) -> bool:
    return any(letter.isspace() or "\x7f" <= letter < "\xa0" for letter in text)


def _is_host(host: str) -> bool:
    if host.startswith("["):
        address, percent, scope = host[1:-1].partition("%")
        try:
            ipaddress.IPv6Address(address)
        except ValueError:
            return False
        return not percent or bool(re.fullmatch(r"[A-Za-z0-9_.-]+", scope))
    if _IPV4.fullmatch(host):
        return all(int(octet) <= 255 for octet in host.split("."))
    return bool(_HOST_NAME.fullmatch(host))


def _is_port(digits: str) -> bool:
    return not digits or 0 < int(digits) <= 65_535
