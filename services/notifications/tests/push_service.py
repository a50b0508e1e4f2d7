"""A push service for browsers that runs here, and browsers that decrypt what it takes for them."""

import asyncio
import base64
import json
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from jose import jwt

P256 = ec.SECP256R1()
SALT, RECORD_SIZE, KEY_LENGTH = 16, 4, 1


def encoded(raw: bytes) -> str:
    """base64url without padding, as browsers write it."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """The uncompressed point of a public key."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def decrypt(body: bytes, private: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What a browser with this key and secret reads in an encrypted message (RFC 8291, 3; RFC 8188, 2)."""
    head = SALT + RECORD_SIZE + KEY_LENGTH
    salt, length = body[:SALT], body[head - 1]
    sender, record = body[head : head + length], body[head + length :]
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, sender))
    info = b"WebPush: info\0" + point_of(private.public_key()) + sender
    ikm = HKDF(hashes.SHA256(), 32, secret, info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(ikm)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(ikm)
    padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
    assert padded[-1:] == b"\x02", "the only record ends with the delimiter of the last one"
    return padded[:-1]


@dataclass(frozen=True, slots=True)
class Received:
    """One request: when, its headers and its encrypted body."""

    at: float
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """The push service's answer to one request."""

    status: int = 201
    headers: dict[str, str] = field(default_factory=dict[str, str])


class Browser:
    """A browser with a subscription."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.name = name
        self.endpoint = f"{service.url}/{name}"
        self._service = service
        self._private = ec.generate_private_key(P256)
        self._secret = name.encode().ljust(16, b".")[:16]
        self.fields = {
            "iv_endpoint": self.endpoint,
            "iv_p256dh": encoded(point_of(self._private.public_key())),
            "iv_auth": encoded(self._secret),
        }

    @property
    def requests(self) -> list[Received]:
        """Everything that was sent to it."""
        return self._service.received[self.name]

    def shown(self) -> list[dict[str, Any]]:
        """The messages that arrived, decrypted."""
        return [
            json.loads(decrypt(each.body, self._private, self._secret))
            for each, answer in zip(self.requests, self._service.answered[self.name], strict=True)
            if answer.status == 201
        ]


class PushService:
    """Takes messages for browsers. A test sets the answers to come; without any, it accepts."""

    def __init__(self) -> None:
        self.url = ""
        self.received: dict[str, list[Received]] = defaultdict(list)
        self.answered: dict[str, list[Answer]] = defaultdict(list)
        self.open = asyncio.Event()
        """Requests wait while it is clear."""
        self.open.set()
        self._says: dict[str, list[Answer]] = {}

    def says(self, browser: Browser, *answers: Answer) -> None:
        """Give these answers to the next messages for this browser; later ones are accepted."""
        self._says[browser.name] = list(answers)

    async def take(self, request: web.Request) -> web.Response:
        """Take one message."""
        name = request.match_info["name"]
        waiting = self._says.get(name)
        answer = waiting.pop(0) if waiting else Answer()
        self.received[name].append(Received(time.monotonic(), dict(request.headers), await request.read()))
        self.answered[name].append(answer)
        await self.open.wait()
        return web.Response(status=answer.status, headers=answer.headers)


def claims_of(authorization: str, audience: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header (RFC 8292, 3) and the public key that they are signed with."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    key = ec.EllipticCurvePublicKey.from_encoded_point(P256, decoded(parts["k"]))
    pem = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return jwt.decode(parts["t"], pem.decode(), algorithms=["ES256"], audience=audience), parts["k"]


@asynccontextmanager
async def serving(host: str = "127.0.0.1") -> AsyncGenerator[PushService]:
    """The push service answers while this is entered."""
    service = PushService()
    app = web.Application()
    app.router.add_post("/{name}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, 0)
        await site.start()
        addresses: Sequence[Any] = runner.addresses
        service.url = f"http://{host}:{addresses[0][1]}"
        yield service
    finally:
        await runner.cleanup()
