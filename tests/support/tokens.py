"""A token server that knows one client, for OAuth 2."""

from __future__ import annotations

import base64
import json
import ssl
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from support.address import LOOPBACK
from support.broker import unique
from support.closing import Closing

if TYPE_CHECKING:
    from support.certificates import Certificate

KEY = "tests"


class TokenServer(Closing):
    """Gives tokens that its own certificate's key has signed, over https."""

    lifetime = 300
    """Seconds that a token is good for."""

    def __init__(self, certificate: Certificate) -> None:
        self.client, self.secret = "tests", unique("secret")
        self.given: list[str] = []
        """The tokens, oldest first."""
        self.asked: list[dict[str, list[str]]] = []
        self._key = certificate.key
        self._server = ThreadingHTTPServer((LOOPBACK, 0), self._handler())
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile(suffix=".pem") as both:
            Path(both.name).write_bytes(certificate.pem + certificate.key_pem)
            context.load_cert_chain(both.name)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def endpoint(self) -> str:
        return f"https://localhost:{self._server.server_port}/token"

    @property
    def options(self) -> dict[str, str]:
        return {
            "oauth2.tokenEndpoint": self.endpoint,
            "oauth2.clientId": self.client,
            "oauth2.clientSecret": self.secret,
        }

    @property
    def public_key(self) -> bytes:
        """What a broker needs to know a token."""
        return self._key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def token(self) -> str:
        now = int(time.time())
        claims = {
            "sub": self.client,
            "aud": "rabbitmq",
            "scope": "rabbitmq.configure:*/* rabbitmq.read:*/* rabbitmq.write:*/*",
            "iat": now,
            "exp": now + self.lifetime,
        }
        head = {"alg": "ES256", "typ": "JWT", "kid": KEY}
        content = f"{_text(json.dumps(head).encode())}.{_text(json.dumps(claims).encode())}"
        signed = self._key.sign(content.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = utils.decode_dss_signature(signed)
        return f"{content}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, authorization: str, body: bytes) -> tuple[int, dict[str, Any]]:
        login = base64.b64encode(f"{self.client}:{self.secret}".encode()).decode()
        if authorization != f"Basic {login}":
            return 401, {"error": "invalid_client"}
        self.asked.append(parse_qs(body.decode()))
        self.given.append(self.token())
        token = {"access_token": self.given[-1], "expires_in": self.lifetime}
        return 200, {**token, "token_type": "bearer"}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            # The names are the library's.
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = server.answer(self.headers.get("Authorization", ""), body)
                content = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Says nothing: a test's output is its own."""

        return Handler


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
