# Made from the tables in the code: `make generate` writes this module.
"""The codes of failures: the category, and whether trying again can help."""

from __future__ import annotations

CODES: dict[str, tuple[str, bool]] = {
    "INVALID_OPTIONS": ("config", False),
    "SECRET_NOT_FOUND": ("config", False),
    "EXTENSION_UNUSABLE": ("config", False),
    "EXTENSION_FAILED": ("config", False),
    "TLS_SETUP": ("config", False),
    "BROKER_UNREACHABLE": ("transient_network", True),
    "ADVERTISED_HOST_UNREACHABLE": ("transient_network", True),
    "WRONG_PORT": ("config", False),
    "TLS_REFUSED": ("auth", False),
    "TOKEN_ENDPOINT_UNREACHABLE": ("transient_network", True),
    "TOKEN_REFUSED": ("auth", False),
    "BROKER_TOO_OLD": ("config", False),
    "LOGIN_REFUSED": ("auth", False),
    "ACCESS_REFUSED": ("permission", False),
    "STREAM_NOT_FOUND": ("config", False),
    "CREATION_REFUSED": ("config", False),
    "BROKER_REFUSED": ("transient_broker", True),
    "SINK_SCHEMA": ("schema", False),
    "APPEND_ONLY": ("config", False),
    "NO_MESSAGE_AT_TIME": ("data", False),
    "CHECKPOINT_UNUSABLE": ("config", False),
    "CHECKPOINT_UNREACHABLE": ("transient_network", True),
    "NO_PROGRESS": ("transient_broker", True),
    "DATA_LOSS": ("data", False),
    "SUBSCRIPTION_CLOSED": ("transient_broker", True),
    "INCOMPLETE_CHUNK": ("data", True),
    "MALFORMED_MESSAGE": ("data", False),
    "INVALID_ROW": ("data", False),
    "NO_ROUTE": ("data", False),
    "NOT_CONFIRMED": ("transient_broker", True),
    "INTERRUPTED": ("transient_broker", True),
    "INTERNAL_FAILURE": ("internal", False),
}
