"""No secret is shown anywhere: messages, plans, logs and the event log of a session are searched.

What a job leaves elsewhere, such as a checkpoint, is searched as well if it lies in the directory.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from support.broker import unique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.broker import Broker

SESSION = Path(__file__).parent / "session.py"
WITHIN = 180
LOGGING = """
rootLogger.level = info
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {file}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %p %c: %m%n%ex
logger.ours.name = org.sparkrabbit
logger.ours.level = debug
"""


@dataclass
class Secrets:
    """Texts that occur nowhere else, each for one purpose."""

    made: dict[str, str] = field(default_factory=dict)

    def new(self, purpose: str) -> str:
        return self.made.setdefault(purpose, f"marker{uuid.uuid4().hex}")

    def found_in(self, text: str) -> set[str]:
        forms = {
            purpose: (secret, base64.b64encode(secret.encode()).decode().rstrip("=")[4:-4])
            for purpose, secret in self.made.items()
        }
        return {purpose for purpose, each in forms.items() if any(form in text for form in each)}


@dataclass
class Session:
    directory: Path
    secrets: Secrets
    output: str

    def shown(self, name: str) -> str:
        return (self.directory / f"{name}.shown").read_text(encoding="utf-8")

    def files(self) -> dict[str, str]:
        """All that the session left, by where it lies."""
        found = {
            str(path.relative_to(self.directory)): path.read_text(errors="replace")
            for path in self.directory.rglob("*")
            if path.is_file()
        }
        return {**found, "standard output and error": self.output}


class EchoingTokenEndpoint(BaseHTTPRequestHandler):
    """Refuses, and repeats what it was told."""

    def do_POST(self) -> None:
        told = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(401)
        self.end_headers()
        self.wfile.write(str(self.headers).encode() + told)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def token_endpoint() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), EchoingTokenEndpoint) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/token"
        server.shutdown()


def jobs(
    broker: Broker, stream: str, secrets: Secrets, private: Path, token_endpoint: str
) -> list[dict[str, object]]:
    user = broker.add_user(unique("user"), secrets.new("password"))
    here = {"endpoints": broker.endpoint, "stream": stream}
    known = {**here, "username": user.username, "password": user.password}
    uris = f"rabbitmq-stream://{user.username}:{user.password}@{broker.endpoint}"
    wrong = f"rabbitmq-stream://guest:{secrets.new('wrong password in a file')}@{broker.endpoint}"
    (private / "good-uris").write_text(uris)
    (private / "uris").write_text(wrong)
    (private / "password").write_text(secrets.new("wrong password"))
    (private / "key").write_text(f"-----BEGIN PRIVATE KEY-----\n{secrets.new('key')}\n")
    (private / "store").write_text("This is no store.")
    return [
        {"name": name, "action": action, "options": options}
        for name, action, options in [
            ("reads-by-default", "read_by_default", {**here, "username": user.username}),
            ("writes", "write", known),
            ("reads", "read", known),
            ("sees", "view", known),
            ("streams", "stream", {**known, "startingOffsets": "earliest"}),
            ("reads-by-uris", "read", {"uris": f"file:{private}/good-uris", "stream": stream}),
            ("writes-by-uris", "write", {"uris": f"file:{private}/good-uris", "stream": stream}),
            ("fails-in-a-task", "fail_in_a_task", known),
            ("overwrites", "overwrite", known),
            ("wrong-password", "read", {**here, "password": secrets.new("literal password")}),
            ("wrong-password-in-file", "write", {**here, "password": f"file:{private}/password"}),
            ("wrong-uris", "read", {"uris": f"file:{private}/uris", "stream": stream}),
            ("literal-uris", "read", {"uris": f"{uris}{secrets.new('uri')}", "stream": stream}),
            ("login-in-endpoints", "read", {**here, "endpoints": uris.partition("//")[2]}),
            ("bad-options", "write", {**known, "maxInFlight": "none", "paswort": "x"}),
            ("missing-stream", "read", {**known, "stream": "no-such-stream"}),
            (
                "refused-token",
                "read",
                {
                    **here,
                    "oauth2.tokenEndpoint": token_endpoint,
                    "oauth2.clientId": "spark",
                    "oauth2.clientSecret": secrets.new("client secret"),
                },
            ),
            (
                "bad-truststore",
                "read",
                {
                    **known,
                    "tls": "true",
                    "tls.truststore": f"{private}/store",
                    "tls.truststorePassword": secrets.new("truststore password"),
                },
            ),
            (
                "bad-keystore",
                "read",
                {
                    **known,
                    "tls": "true",
                    "tls.keystore": f"{private}/store",
                    "tls.keystorePassword": secrets.new("keystore password"),
                },
            ),
            (
                "bad-key",
                "read",
                {
                    **known,
                    "tls": "true",
                    "tls.certificate": f"{private}/store",
                    "tls.privateKey": f"{private}/key",
                },
            ),
            (
                "literal-key",
                "read",
                {
                    **known,
                    "tls": "true",
                    "tls.certificate": f"{private}/store",
                    "tls.privateKey": (private / "key").read_text(),
                },
            ),
        ]
    ]


@pytest.fixture(scope="module")
def session(
    broker: Broker, token_endpoint: str, tmp_path_factory: pytest.TempPathFactory
) -> Session:
    secrets = Secrets()
    directory, private = tmp_path_factory.mktemp("shown"), tmp_path_factory.mktemp("private")
    (directory / "log4j2.properties").write_text(LOGGING.format(file=directory / "log"))
    with broker.stream() as stream:
        plan = {
            "directory": str(directory),
            "password": secrets.new("password"),
            "jobs": jobs(broker, stream.name, secrets, private, token_endpoint),
        }
        ended = subprocess.run(
            [sys.executable, str(SESSION)],
            input=json.dumps(plan),
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
            env={**os.environ, "PYTHONPATH": ""},
        )
    assert ended.returncode == 0, ended.stderr[-5_000:]
    return Session(directory, secrets, ended.stdout + ended.stderr)


OUTCOMES = {
    "reads-by-default": "SUCCEEDED",
    "writes": "SUCCEEDED",
    "reads": "SUCCEEDED",
    "sees": "SUCCEEDED",
    "streams": "SUCCEEDED",
    "reads-by-uris": "SUCCEEDED",
    "writes-by-uris": "SUCCEEDED",
    "fails-in-a-task": "INVALID_ROW",
    "overwrites": "APPEND_ONLY",
    "wrong-password": "LOGIN_REFUSED",
    "wrong-password-in-file": "LOGIN_REFUSED",
    "wrong-uris": "LOGIN_REFUSED",
    "literal-uris": "INVALID_OPTIONS",
    "login-in-endpoints": "INVALID_OPTIONS",
    "bad-options": "INVALID_OPTIONS",
    "missing-stream": "STREAM_NOT_FOUND",
    "refused-token": "TOKEN_REFUSED",
    "bad-truststore": "TLS_SETUP",
    "bad-keystore": "TLS_SETUP",
    "bad-key": "TLS_SETUP",
    "literal-key": "INVALID_OPTIONS",
}


@pytest.mark.parametrize(("job", "outcome"), OUTCOMES.items(), ids=OUTCOMES.keys())
def test_a_job_ends_as_it_must(session: Session, job: str, outcome: str) -> None:
    assert outcome in session.shown(job)


def test_no_secret_is_shown(session: Session) -> None:
    found = {
        where: secrets
        for where, text in session.files().items()
        if (secrets := session.secrets.found_in(text))
    }
    assert found == {}


def test_the_search_sees_logs_plans_and_events(session: Session) -> None:
    files = session.files()
    assert "DEBUG org.sparkrabbit.shaded." in files["log"]
    assert "DEBUG org.sparkrabbit.broker" in files["log"]
    assert "== Optimized Logical Plan ==" in files["reads.shown"]
    events = "".join(text for where, text in files.items() if where.startswith("events"))
    assert "SparkListenerSQLExecutionStart" in events
    assert "rabbitmq_streams stream=" in events
    assert '"numInputRows":10' in files["streams.shown"].replace(" ", "")
    assert any(where.startswith("checkpoints/") for where in files)
