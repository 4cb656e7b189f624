"""A broker in a container of the Docker engine."""

from __future__ import annotations

import base64
import io
import json
import os
import socket
import tarfile
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from docker.errors import NotFound
from testcontainers.core.container import DockerContainer

from support import handshake
from support.address import LOOPBACK, Access, Address, free_port
from support.broker import Broker, unique
from support.wait import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from docker.models.containers import Container
    from testcontainers.core.network import Network

    from support.proxy import Proxy

LABEL = "spark-rabbitmq-streams"
OWNER, KEPT = f"{LABEL}.owner", "kept"
ADVERTISED = f"{LABEL}.advertised"
STREAM, ENCRYPTED, AMQP = "5552/tcp", "5551/tcp", "5672/tcp"
DIRECTORY = "/etc/rabbitmq"
START_WITHIN = 120.0

# Both the official image and Debian's packages are served: in the latter the server must be our
# process itself, or the engine's request to stop never reaches it.
COMMAND = """
umask 022
echo "[rabbitmq_stream,rabbitmq_stream_management$BROKER_PLUGINS]." >/etc/rabbitmq/enabled_plugins
printf %s "$BROKER_FILES" | base64 -d | tar -xz -C /etc/rabbitmq
printf '%s\\n' "$BROKER_CONFIGURATION" >/etc/rabbitmq/rabbitmq.conf
if [ -n "$BROKER_COOKIE" ]; then
  rm -f /var/lib/rabbitmq/.erlang.cookie
  (umask 077 && printf %s "$BROKER_COOKIE" >/var/lib/rabbitmq/.erlang.cookie)
  chown rabbitmq:rabbitmq /var/lib/rabbitmq/.erlang.cookie
  chmod 400 /var/lib/rabbitmq/.erlang.cookie
fi
if command -v docker-entrypoint.sh >/dev/null; then exec docker-entrypoint.sh rabbitmq-server; fi
export HOME=/var/lib/rabbitmq
cd "$HOME"
exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups /usr/lib/rabbitmq/bin/rabbitmq-server
"""

# What a broker sends crosses no network. Where the machine prefers BBR, which paces fast readers
# to half their speed there, the broker takes what every kernel has.
SYSTEM = {"net.ipv4.tcp_congestion_control": "reno"}

SYNCHRONIZE = """
erpc:multicall([node() | nodes()], fun() -> [ok = dets:sync(Table) || Table <- dets:all()] end).
"""


@dataclass(frozen=True)
class Specification:
    """What a container is to be, before it is one."""

    image: str
    name: str
    owner: str = field(default_factory=lambda: f"{socket.gethostname()}:{os.getpid()}")
    hostname: str = "rabbit"
    cookie: str = ""
    network: Network | None = None
    configuration: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()
    advertised: Address | None = None

    @property
    def encrypted(self) -> bool:
        return "stream.listeners.ssl.1" in self.configuration


class ContainerBroker(Broker):
    """A broker of our own, with everything that may be done to it.

    It listens on fixed ports of 127.0.0.1, so that it is found again after a restart, and
    advertises its proxy where it has one.
    """

    def __init__(self, container: Container, proxy: Proxy | None = None) -> None:
        self.container = container
        self.proxy = proxy
        self._closed = False
        self.published = _published(container, STREAM)
        super().__init__(Access(proxy.address if proxy else self.published))

    @classmethod
    def create(cls, wanted: Specification, proxy: Proxy | None = None) -> Self:
        """Creates and starts the container, without waiting for the broker in it."""
        stream, amqp = free_port(), free_port()
        if proxy:
            proxy.target = Address(LOOPBACK, stream)
        listening = proxy.address if proxy else Address(LOOPBACK, stream)
        advertised = wanted.advertised or listening
        ports: dict[str, Any] = {STREAM: (LOOPBACK, stream), AMQP: (LOOPBACK, amqp)}
        settings = {
            "loopback_users": "none",
            "stream.advertised_host": advertised.host,
            "stream.advertised_port": str(advertised.port),
            **wanted.configuration,
        }
        if wanted.encrypted:
            encrypted = free_port()
            ports[ENCRYPTED] = (LOOPBACK, encrypted)
            settings["stream.advertised_tls_port"] = str(encrypted)
        environment = {
            "BROKER_CONFIGURATION": "\n".join(f"{key} = {settings[key]}" for key in settings),
            "BROKER_COOKIE": wanted.cookie,
            "BROKER_FILES": _packed(wanted.files),
            "BROKER_PLUGINS": "".join(f",{plugin}" for plugin in wanted.plugins),
        }
        testcontainer = DockerContainer(
            wanted.image,
            env=environment,
            name=wanted.name,
            network=wanted.network,
            network_aliases=[wanted.hostname],
            hostname=wanted.hostname,
            entrypoint=["sh", "-c", COMMAND],
            sysctls=SYSTEM,
            labels={OWNER: wanted.owner, ADVERTISED: str(advertised)},
        )
        # Its type knows port numbers only; the engine also takes the address to publish on.
        cast("dict[str, Any]", testcontainer.ports).update(ports)
        try:
            testcontainer.start()
        except BaseException:
            testcontainer.stop()
            if proxy:
                proxy.close()
            raise
        return cls(testcontainer.get_wrapped_container(), proxy)

    @property
    def name(self) -> str:
        return str(self.container.name)

    @property
    def routes(self) -> Mapping[Address, Address]:
        host, port = self.container.labels[ADVERTISED].rsplit(":", 1)
        return {Address(host, int(port)): self.published, self.access.address: self.published}

    @property
    def encrypted(self) -> Address:
        """Where it listens with TLS; certificates name hosts more often than addresses."""
        return Address("localhost", _published(self.container, ENCRYPTED).port)

    @property
    def amqp_uri(self) -> str:
        """Where AMQP 0.9.1 and 1.0 clients connect; never through the proxy."""
        address = _published(self.container, AMQP)
        return f"amqp://{self.access.username}:{self.access.password}@{address}/%2f"

    @property
    def running(self) -> bool:
        self.container.reload()
        return bool(self.container.status == "running")

    def await_ready(self) -> None:
        """Waits until the broker lets clients in and serves the streams that were made on it."""
        to = self.direct

        def ready() -> bool:
            if handshake.answers(to.address, to.username, to.password):
                return True
            if not self.running:
                raise RuntimeError(f"{self.name} ended while it started:\n{self.logs()}")
            return False

        try:
            wait_until(ready, START_WITHIN, f"a broker {self.name} at {to.address}")
        except TimeoutError as error:
            error.add_note(self.logs())
            raise
        wait_until(lambda: not self.unserved(), 60, f"leaders of all streams of {self.name}")

    def settle(self) -> None:
        """Starts what serves streams, and has all nodes write down that it exists.

        They do so by themselves within minutes; killed before, a node would forget its coordinator
        and never serve its streams again.
        """
        first = unique("first")
        self.client.create_stream(first)
        self.client.delete_stream(first)
        self.rabbitmqctl("eval", SYNCHRONIZE)

    def logs(self, lines: int = 40) -> str:
        return str(self.container.logs(tail=lines).decode(errors="replace"))

    def execute(self, *command: str) -> str:
        """Runs a command in the container and returns its standard output."""
        status, (output, errors) = self.container.exec_run(list(command), demux=True)
        if status != 0:
            complaint = b"\n".join(filter(None, (output, errors))).decode(errors="replace")
            raise RuntimeError(f"{' '.join(command[:2])} ended with status {status}: {complaint}")
        return (output or b"").decode()

    def rabbitmqctl(self, *arguments: str) -> str:
        return self.execute("rabbitmqctl", "--quiet", *arguments)

    def rabbitmq_streams(self, *arguments: str) -> str:
        return self.execute("rabbitmq-streams", "--quiet", *arguments)

    def publishers(self, stream: str) -> int:
        return self._count("rabbit_stream_publisher_created", stream)

    def publisher_names(self, stream: str) -> list[str]:
        rows = self._rows("rabbit_stream_publisher_created", stream)
        names = f"[binary_to_list(proplists:get_value(reference, About)) || {{_, About}} <- {rows}]"
        joined = json.loads(self.rabbitmqctl("eval", f'lists:flatten(lists:join(",", {names})).'))
        return str(joined).split(",") if joined else []

    def stored_bytes(self, stream: str) -> int:
        """The size of what the broker keeps of a stream on its disk."""
        files = f"find /var/lib/rabbitmq -path '*{stream}_*' -name '*.segment' -printf '%s\n'"
        return sum(int(size) for size in self.execute("sh", "-c", files).split())

    def damage(self, stream: str, text: str) -> None:
        file = f"find /var/lib/rabbitmq -path '*{stream}_*' -name '*.segment'"
        place = f"grep --only-matching --byte-offset --text '{text}' \"$file\" | cut -d: -f1"
        byte = "dd bs=1 count=1 conv=notrunc status=none"
        self.execute(
            "sh", "-euc", f'file=$({file}); printf "!" | {byte} of="$file" seek="$({place})"'
        )

    def arguments(self, stream: str) -> dict[str, object]:
        queues = self._listed("list_queues", "name", "arguments")
        (found,) = (queue["arguments"] for queue in queues if queue["name"] == stream)
        return {name: value for name, _, value in cast("list[tuple[str, str, object]]", found)}

    def bindings(self, superstream: str) -> list[tuple[str, str, int]]:
        columns = ["source_name", "destination_name", "routing_key", "arguments"]
        found = [
            (str(row["destination_name"]), str(row["routing_key"]), cast("Any", row["arguments"]))
            for row in self._listed("list_bindings", *columns)
            if row["source_name"] == superstream
        ]
        places = [(stream, key, int(arguments[0][2])) for stream, key, arguments in found]
        return sorted(places, key=lambda binding: binding[2])

    def bind(self, superstream: str, partition: str, key: str) -> None:
        """One more key that leads to a partition."""
        source, destination = _resource("exchange", superstream), _resource("queue", partition)
        binding = f'{{binding, {source}, <<"{key}">>, {destination}, []}}'
        self.rabbitmqctl("eval", f'ok = rabbit_binding:add({binding}, <<"tests">>).')

    def unbind(self, superstream: str, partition: str, key: str | None = None) -> None:
        """Without a key the partition is none of the super stream any more, but stays as it is."""
        source, destination = _resource("exchange", superstream), _resource("queue", partition)
        bindings = f"rabbit_binding:list_for_source_and_destination({source}, {destination})"
        wanted = "_" if key is None else f'<<"{key}">>'
        removed = f"B = {{binding, _, {wanted}, _, _}} <- {bindings}"
        self.rabbitmqctl("eval", f'[rabbit_binding:remove(B, <<"tests">>) || {removed}].')

    def consumers(self, stream: str) -> int:
        return self._count("rabbit_stream_consumer_created", stream)

    def connections(self) -> list[dict[str, object]]:
        columns = ["conn_name", "user", "vhost", "connection_state", "peer_host", "peer_port"]
        also = ["heartbeat", "client_properties"]
        return self._listed("list_stream_connections", *columns, *also)

    def connections_of(self, user: str) -> int:
        """Asks the broker itself: not every package lets rabbitmqctl list stream connections."""
        tracked = f'rabbit_connection_tracking:list_of_user(<<"{user}">>)'
        return int(self.rabbitmqctl("eval", f"length({tracked})."))

    def stop(self) -> None:
        self.disconnect()
        self.container.stop(timeout=60)

    def kill(self) -> None:
        # Its own connection is left to find out: closing it first would tell the broker.
        self.container.kill(signal="SIGKILL")
        self.container.wait()
        self.disconnect()

    def start(self) -> None:
        self.container.start()
        self.await_ready()

    def restart(self) -> None:
        self.stop()
        self.start()

    def pause(self) -> None:
        self.container.pause()

    def resume(self) -> None:
        self.container.unpause()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        super().close()
        if self.proxy:
            self.proxy.close()
        with suppress(NotFound):
            self.container.remove(force=True, v=True)
        self.container.client.close()

    def _count(self, table: str, stream: str) -> int:
        return int(self.rabbitmqctl("eval", f"length({self._rows(table, stream)})."))

    def _rows(self, table: str, stream: str) -> str:
        """Rows of a table of the broker: not every package lets rabbitmqctl list them."""
        everywhere = f"erpc:multicall([node() | nodes()], ets, tab2list, [{table}])"
        row = f'{{{{{{resource, _, queue, <<"{stream}">>}}, _, _}}, _}}'
        return f"[Row || {{ok, Rows}} <- {everywhere}, {row} = Row <- Rows]"

    def _listed(self, listing: str, *columns: str) -> list[dict[str, object]]:
        """What rabbitmqctl lists; it breaks off when what it describes ends meanwhile."""

        def text() -> str | None:
            try:
                return self.rabbitmqctl(listing, "--formatter=json", *columns)
            except RuntimeError as failure:
                if "badrpc" in str(failure):
                    return None
                raise

        found = wait_until(text, 60, f"{listing} of {self.name}")
        return cast("list[dict[str, object]]", json.loads(str(found)))


def _resource(kind: str, name: str) -> str:
    return f'{{resource, <<"/">>, {kind}, <<"{name}">>}}'


def _packed(files: Mapping[str, bytes]) -> str:
    """The files as an archive that an environment variable can hold."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o644
            tar.addfile(entry, io.BytesIO(content))
    return base64.b64encode(archive.getvalue()).decode()


def _published(container: Container, port: str) -> Address:
    # Of the configuration, not of the state: a stopped container keeps its ports.
    bindings = container.attrs["HostConfig"]["PortBindings"]
    return Address(LOOPBACK, int(bindings[port][0]["HostPort"]))
