"""A broker image made from Debian's packages, for machines that can pull none."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from support.engine import CACHE, install, require_debian, run, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docker import DockerClient

# The Debian suite that carries a RabbitMQ version. A suite moves on to newer releases of it.
SUITES = {"4.3": "forky", "4.0": "trixie", "3.10": "bookworm"}
SCRIPTS = Path("/usr/share/debootstrap/scripts")
KEYRINGS = Path("/usr/share/keyrings")
NOT_NEEDED = (
    "var/cache",
    "var/lib/apt/lists",
    "usr/share/doc",
    "usr/share/info",
    "usr/share/locale",
    "usr/share/man",
)


def build(client: DockerClient, version: str, image: str) -> None:
    """Makes `image` hold a minimal Debian with its rabbitmq-server: about a minute."""
    suite = SUITES.get(version)
    if suite is None:
        raise RuntimeError(
            f"No Debian suite is known to carry RabbitMQ {version}, only {', '.join(SUITES)};"
            " let RABBITMQ_IMAGE name an image, or use an engine that can pull the official one"
        )
    require_debian(f"No image of RabbitMQ {version} can be pulled")
    install("debootstrap", "debian-archive-keyring", provides="/usr/sbin/debootstrap")
    began = time.monotonic()
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix=f"{suite}-") as directory:
        say(f"Making an image of RabbitMQ {version} from Debian {suite}, about a minute")
        _bootstrap(suite, directory)
        # The directory becomes the image's root, which its users must be able to enter.
        Path(directory).chmod(0o755)
        release = _release(directory)
        if not release.startswith(f"{version}."):
            raise RuntimeError(
                f"Debian {suite} carries RabbitMQ {release} by now, and not {version}; let"
                " RABBITMQ_IMAGE name an image of it, or correct SUITES in tests/support/debian.py"
            )
        _import(client, directory, image)
    say(f"Made {image} of RabbitMQ {release} in {time.monotonic() - began:.0f} s")


def _bootstrap(suite: str, directory: str) -> None:
    # What a suite newer than this debootstrap lacks is the script's name, not its content.
    script = suite if (SCRIPTS / suite).exists() else "sid"
    command = [
        "debootstrap",
        "--variant=minbase",
        "--include=rabbitmq-server",
        f"--keyring={_keyring()}",
        suite,
        directory,
        _mirror(),
        script,
    ]
    run(command, log=f"debootstrap-{suite}.log", environment={**os.environ, **_proxies()})


def _release(directory: str) -> str:
    """Which RabbitMQ the suite has by now."""
    command = ["dpkg-query", f"--admindir={directory}/var/lib/dpkg", "--show"]
    return subprocess.run(
        [*command, "--showformat=${Version}", "rabbitmq-server"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def _import(client: DockerClient, directory: str, image: str) -> None:
    repository, _, tag = image.partition(":")
    excludes = [f"--exclude=./{path}/*" for path in NOT_NEEDED]
    packing = ["tar", "-C", directory, *excludes, "-c", "."]
    with subprocess.Popen(packing, stdout=subprocess.PIPE) as tar:
        client.api.import_image_from_stream(tar.stdout, repository=repository, tag=tag)
    if tar.returncode != 0:
        raise RuntimeError(f"tar of {directory} ended with status {tar.returncode}")


def _keyring() -> Path:
    for name in ("debian-archive-keyring.gpg", "debian-archive-keyring.pgp"):
        if (KEYRINGS / name).exists():
            return KEYRINGS / name
    raise RuntimeError(
        f"{KEYRINGS} has no Debian archive keyring; apt-get install debian-archive-keyring"
    )


def _mirror() -> str:
    """The mirror that apt on this machine uses for Debian itself."""
    for uri, suite in sources(Path("/etc/apt")):
        if uri.startswith(("http://", "https://", "file:")) and re.fullmatch(r"[a-z]+", suite):
            return uri
    raise RuntimeError(
        "apt's sources name no Debian mirror over http, https or file:; add one to"
        " /etc/apt/sources.list, or let RABBITMQ_STREAM_URI name a running broker"
    )


def sources(directory: Path) -> Iterator[tuple[str, str]]:
    """URI and suite of all binary sources in apt's configuration, in either of its formats."""
    lists = [directory / "sources.list", *sorted((directory / "sources.list.d").glob("*"))]
    for path in (path for path in lists if path.is_file()):
        if path.suffix == ".sources":
            yield from _paragraphs(path.read_text())
        elif path.suffix == ".list":
            yield from _lines(path.read_text())


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if match := re.match(r"\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)", line):
            yield match[1], match[2]


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    for paragraph in re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n?", "", text)):
        fields = {
            key.lower(): value.split()
            for key, value in re.findall(r"(?m)^([\w-]+):((?:.*)(?:\n[ \t]+.*)*)", paragraph)
        }
        if "deb" in fields.get("types", []) and fields.get("enabled", ["yes"]) != ["no"]:
            for uri in fields.get("uris", []):
                for suite in fields.get("suites", []):
                    yield uri, suite


def _proxies() -> dict[str, str]:
    """The proxies that apt is told to use, as debootstrap understands them."""
    settings = subprocess.run(
        ["apt-config", "dump", "--format", "%f=%v%n"], capture_output=True, text=True, check=False
    ).stdout
    found = re.findall(r"(?m)^Acquire::(https?)::proxy=(\S+)$", settings, re.IGNORECASE)
    return {f"{scheme.lower()}_proxy": proxy for scheme, proxy in found if proxy != "DIRECT"}
