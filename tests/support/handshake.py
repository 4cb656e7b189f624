"""The opening of the stream protocol, spoken by hand: is a broker there, and which version?"""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.address import Address

PEER_PROPERTIES, SASL_HANDSHAKE, SASL_AUTHENTICATE = 0x0011, 0x0012, 0x0013
OK = 1


def version(address: Address, username: str, password: str, timeout: float = 5) -> str:
    """The version of the broker, which let the user in. OSError where it does not get that far."""
    with socket.create_connection((address.host, address.port), timeout) as connection:
        properties = _strings(_ask(connection, PEER_PROPERTIES, struct.pack(">I", 0)))
        _ask(connection, SASL_HANDSHAKE, b"")
        secret = f"\0{username}\0{password}".encode()
        proof = _string("PLAIN") + struct.pack(">I", len(secret)) + secret
        _ask(connection, SASL_AUTHENTICATE, proof)
        return properties["version"]


def answers(address: Address, username: str, password: str) -> bool:
    try:
        return bool(version(address, username, password))
    except OSError:
        return False


def _ask(connection: socket.socket, command: int, content: bytes) -> bytes:
    request = struct.pack(">HHI", command, 1, 1) + content
    connection.sendall(struct.pack(">I", len(request)) + request)
    (size,) = struct.unpack(">I", _exactly(connection, 4))
    response = _exactly(connection, size)
    (code,) = struct.unpack_from(">H", response, 8)
    if code != OK:
        raise ConnectionError(f"The broker answered command {command:#06x} with code {code}")
    return response[10:]


def _exactly(connection: socket.socket, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        block = connection.recv(size - len(received))
        if not block:
            raise ConnectionError("The broker closed the connection")
        received += block
    return bytes(received)


def _string(text: str) -> bytes:
    return struct.pack(">H", len(text)) + text.encode()


def _strings(content: bytes) -> dict[str, str]:
    (count,) = struct.unpack_from(">I", content)
    texts, position = [], 4
    for _ in range(2 * count):
        (size,) = struct.unpack_from(">H", content, position)
        texts.append(content[position + 2 : position + 2 + size].decode())
        position += 2 + size
    return dict(zip(texts[::2], texts[1::2], strict=True))
