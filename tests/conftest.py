"""Fixtures for every test: a Spark session, brokers, streams.

They fetch nothing by themselves: a test that asks for no broker needs none.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from support import jvm
from support.broker import Broker, NotOurs
from support.brokers import Brokers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from pyspark.sql import SparkSession

    from support.container import ContainerBroker
    from support.proxy import Proxy
    from support.streams import Stream, SuperStream

EXIT_STATUS = pytest.StashKey[int]()
FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A plain session: that the wheel is installed must be enough."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed here")
    session: SparkSession = (
        sql.SparkSession.builder.master("local[2]")
        .appName("spark-rabbitmq-streams tests")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    # PySpark's own speaks to Java in the middle of another sentence, which fails a test instead.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def brokers() -> Iterator[Brokers]:
    """Starts brokers and clusters; they are removed at the end."""
    with Brokers() as brokers:
        yield brokers


@pytest.fixture(scope="session")
def broker(brokers: Brokers) -> Broker:
    """The broker that tests share: of the version BROKER, or the one RABBITMQ_STREAM_URI names."""
    return brokers.shared()


@pytest.fixture
def stream(broker: Broker) -> Iterator[Stream]:
    """A new stream."""
    with broker.stream() as stream:
        yield stream


@pytest.fixture
def gapped(stream: Stream) -> Stream:
    """Messages at 0 to 19, 25 to 34; stored offsets at 20 to 24, and at 35 to 37."""
    stream.publish(*map(str, range(20)))
    stream.store_offsets(5)
    stream.publish(*map(str, range(10)))
    stream.store_offsets(3)
    assert [message.offset for message in stream.messages()] == [*range(20), *range(25, 35)]
    return stream


@pytest.fixture
def superstream(broker: Broker) -> Iterator[SuperStream]:
    """A new super stream of three partitions."""
    with broker.superstream() as superstream:
        yield superstream


@pytest.fixture(scope="session")
def far_broker(brokers: Brokers) -> ContainerBroker:
    """A broker that is reached through a proxy only; each test leaves it running."""
    return brokers.start(proxied=True)


@pytest.fixture
def far_stream(far_broker: ContainerBroker) -> Iterator[Stream]:
    """A new stream of the broker behind the proxy."""
    with far_broker.stream() as stream:
        yield stream


@pytest.fixture
def proxy(far_broker: ContainerBroker) -> Iterator[Proxy]:
    """The proxy of the far broker, which a test may leave in any state."""
    proxy = far_broker.proxy
    assert proxy is not None
    yield proxy
    proxy.clear()


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[object], None]:
    """Shows figures at the end of the run, as nobody sees what a test prints that passes."""
    figures = request.config.stash.setdefault(FIGURES, [])
    return lambda found: figures.append(f"{request.node.name}: {found}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if figures := terminalreporter.config.stash.get(FIGURES, []):
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.write_line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    return (yield from _skipping())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    return (yield from _skipping())


def _skipping() -> Generator[None, None, None]:
    """A test that wants more of a broker than its owner allows is skipped, and says why."""
    try:
        return (yield)
    except NotOurs as reason:
        pytest.skip(str(reason))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    session.config.stash[EXIT_STATUS] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Everything is torn down and reported; what remains is to leave."""
    if EXIT_STATUS in config.stash:
        jvm.leave(config.stash[EXIT_STATUS])
