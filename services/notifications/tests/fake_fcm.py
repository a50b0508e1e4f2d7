"""A stand-in for Firebase Cloud Messaging: a local HTTP server with the same answers."""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from jose import jwt

PROJECT = "openhours-test"
GOOGLE = "https://oauth2.googleapis.com/token"
"""Whom an assertion is for, wherever it is sent."""
_STATUS = {400: "INVALID_ARGUMENT", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED"}
_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"


@dataclass(frozen=True, slots=True)
class Answer:
    """The server's answer to one push."""

    status: int = 200
    code: str = ""
    blamed: str = ""
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def body(self) -> dict[str, Any]:
        """As FCM writes it."""
        if self.status == 200:
            return {"name": f"projects/{PROJECT}/messages/1"}
        details: list[dict[str, Any]] = []
        if self.blamed:
            details.append({"fieldViolations": [{"field": self.blamed, "description": "no"}]})
        elif self.code:
            details.append({"@type": _ERROR, "errorCode": self.code})
        state = {
            400: "INVALID_ARGUMENT",
            403: "PERMISSION_DENIED",
            404: "NOT_FOUND",
            429: "RESOURCE_EXHAUSTED",
        }
        said = {"code": self.status, "message": "no", "status": state.get(self.status, "INTERNAL")}
        return {"error": {**said, "details": details}}


GONE = Answer(404, "UNREGISTERED")
OF_ANOTHER_SENDER = Answer(403, "SENDER_ID_MISMATCH")
NO_TOKEN_AT_ALL = Answer(400, blamed="message.token")
NO_SUCH_MESSAGE = Answer(400, blamed="message.notification.title")
TOO_MANY = Answer(429, "QUOTA_EXCEEDED", headers={"Retry-After": "0"})
BROKEN = Answer(502)


class FakeFcm:
    """The messages shown on devices, by token, and the answers that a test sets instead, in order."""

    def __init__(self) -> None:
        self.shown: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.tried: Counter[str] = Counter()
        self.logins = 0
        self._says: dict[str, list[Answer]] = {}
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self._lock = threading.Lock()
        self.url = ""

    def says(self, token: str, answers: Sequence[Answer]) -> None:
        """Give these answers to the next pushes to this device; later ones succeed."""
        self._says[token] = list(answers)

    def credentials(self) -> str:
        """A service account whose access tokens this server issues."""
        secret = self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        account = {
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": "k1",
            "private_key": secret.decode(),
            "client_email": "push@openhours.test",
            "client_id": "1",
            "token_uri": f"{self.url}/token",
        }
        return json.dumps(account)

    def log_in(self, form: str) -> dict[str, Any]:
        """Exchange a signed assertion for an access token."""
        (assertion,) = parse_qs(form)["assertion"]
        public = self._key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        claims = jwt.decode(assertion, public.decode(), algorithms=["RS256"], audience=GOOGLE)
        assert claims["iss"] == "push@openhours.test"
        self.logins += 1
        return {"access_token": "let-me-in", "expires_in": 3600, "token_type": "Bearer"}

    def take(self, message: dict[str, Any]) -> Answer:
        """Show the message, or do not."""
        token = message["token"]
        with self._lock:
            self.tried[token] += 1
            answer = self._says[token].pop(0) if self._says.get(token) else Answer()
            if answer.status == 200:
                self.shown[token].append(message)
        return answer


@contextmanager
def serving(fcm: FakeFcm) -> Generator[None]:
    """The server answers while this is entered."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path == "/token":
                self._answer(200, fcm.log_in(body), {})
                return
            assert self.path == f"/v1/projects/{PROJECT}/messages:send"
            assert self.headers["Authorization"] == "Bearer let-me-in"
            answer = fcm.take(json.loads(body)["message"])
            self._answer(answer.status, answer.body(), answer.headers)

        def _answer(self, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Type": "application/json"}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    fcm.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
