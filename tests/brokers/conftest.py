from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.brokers import Brokers
    from support.container import ContainerBroker


@pytest.fixture(scope="session")
def own(brokers: Brokers) -> ContainerBroker:
    """A broker of our own behind a proxy; each test leaves it running and undisturbed."""
    return brokers.start("4.3", proxied=True)


@pytest.fixture
def disturbed(own: ContainerBroker) -> Iterator[ContainerBroker]:
    """The same, whose proxy may be left in any state."""
    assert own.proxy
    yield own
    own.proxy.clear()
