# Made from the tables in the code: `make generate` writes this module.
"""The codes of failures: the category, and whether trying again can help."""

from __future__ import annotations

CODES: dict[str, tuple[str, bool]] = {
    "INVALID_OPTIONS": ("config", False),
    "SECRET_NOT_FOUND": ("config", False),
    "EXTENSION_UNUSABLE": ("config", False),
    "STREAM_NOT_FOUND": ("config", False),
    "BROKER_TOO_OLD": ("config", False),
    "SINK_SCHEMA": ("schema", False),
    "LOGIN_REFUSED": ("auth", False),
    "ACCESS_REFUSED": ("permission", False),
    "BROKER_UNREACHABLE": ("transient_network", True),
    "BROKER_REFUSED": ("transient_broker", True),
    "NO_PROGRESS": ("transient_broker", True),
    "INTERRUPTED": ("transient_broker", True),
    "SUBSCRIPTION_CLOSED": ("transient_broker", True),
    "DATA_LOSS": ("data", False),
    "MALFORMED_MESSAGE": ("data", False),
    "INCOMPLETE_CHUNK": ("data", True),
    "INVALID_ROW": ("data", False),
    "NOT_CONFIRMED": ("transient_broker", True),
    "INTERNAL_FAILURE": ("internal", False),
}
