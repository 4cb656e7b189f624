"""A broker that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.brokers import Brokers
    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream


@pytest.fixture(scope="package")
def frail(brokers: Brokers) -> ContainerBroker:
    """A broker that fails, behind a proxy; each test leaves it running."""
    return brokers.start(proxied=True)


@pytest.fixture
def frail_stream(frail: ContainerBroker) -> Iterator[Stream]:
    with frail.stream() as stream:
        yield stream


@pytest.fixture
def frail_proxy(frail: ContainerBroker) -> Iterator[Proxy]:
    proxy = frail.proxy
    assert proxy is not None
    yield proxy
    proxy.clear()
