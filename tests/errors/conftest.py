"""The golden file of a test has the test's name."""

from __future__ import annotations

import pytest

from support.failures import Golden


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    name = request.node.originalname.removeprefix("test_")
    variant = f".{request.node.callspec.id}" if hasattr(request.node, "callspec") else ""
    return Golden(name + variant)
