"""Answers a request's messages in the language that its Accept-Language prefers (api.md 1; product.md 8.3).

Inside the system every sentence is English: services raise it, caches and idempotency keys store it. It is
translated here, on its way out. An answer without a message passes as it is, whatever the language.
"""

from functools import lru_cache
from typing import Any, Final, cast

import orjson
from contracts.languages import DEFAULT, TAGS
from contracts.rules.translations import LOCALES, PSEUDO, PSEUDO_TAG, translated
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.http.languages import preferred_language

_ENVELOPE: Final = b'{"status":'
_SILENT: Final = (
    b'{"status":true,"message":{"main_msg":"","iv_msg":{}}',
    b'{"status":false,"message":{"main_msg":"","iv_msg":{}}',
)
_JSON: Final = b"application/json"
_VARY: Final = (b"vary", b"accept-language")
_LONGEST_KEPT: Final = 200
"""The longest header, in characters, whose language is remembered. Longer ones are read each time."""


class TranslatedMessages:
    """Translates `main_msg` and `iv_msg` of each envelope, and names the language that they are in."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and its answer through `translating`."""
        await self.app(scope, receive, translating(scope, send) if scope["type"] == "http" else send)


def install(app: FastAPI) -> None:
    """Translate the messages of every answer of `app`."""
    app.add_middleware(TranslatedMessages)


def translating(scope: Scope, send: Send) -> Send:
    """`send`, with the messages of an envelope in the language of the request.

    An answer that names its language is translated already, and passes.
    """
    held: Message | None = None
    parts: list[bytes] = []

    async def translate(message: Message) -> None:
        nonlocal held
        if message["type"] == "http.response.start" and _may_be_envelope(message):
            held = message
            return
        if held is None or message["type"] != "http.response.body":
            await send(message)
            return
        body: bytes = message.get("body", b"")
        if not parts and not speaks(body):
            start, held = held, None
            await send(start)
            await send(message)
            return
        parts.append(body)
        if message.get("more_body", False):
            return
        start, held = held, None
        headers, whole = _in_language(start["headers"], b"".join(parts), _language_of(scope))
        await send({**start, "headers": headers})
        await send({"type": "http.response.body", "body": whole})

    return translate


def _may_be_envelope(start: Message) -> bool:
    """Whether the answer is JSON that is not compressed and does not name its language yet."""
    is_json = False
    for name, value in start["headers"]:
        if name == b"content-type":
            is_json = value.startswith(_JSON)
        elif name in {b"content-language", b"content-encoding"}:
            return False
    return is_json


def speaks(body: bytes) -> bool:
    """Whether an answer that begins with `body` is an envelope with a message."""
    return body.startswith(_ENVELOPE) and not body.startswith(_SILENT)


def _in_language(
    headers: list[tuple[bytes, bytes]], body: bytes, language: str
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of an envelope in `language`: in English where a sentence is unknown."""
    tag = TAGS[DEFAULT]
    if language != DEFAULT:
        envelope = cast("dict[str, Any]", orjson.loads(body))
        if _translate(envelope.get("message"), language):
            tag = PSEUDO_TAG if language == PSEUDO else LOCALES[language]
            body = orjson.dumps(envelope)
    kept = [pair for pair in headers if pair[0] != b"content-length"]
    added = [(b"content-length", b"%d" % len(body)), (b"content-language", tag.encode()), _VARY]
    return [*kept, *added], body


def _translate(message: object, language: str) -> bool:
    """Translate the sentences of an envelope's message in place; whether any was known."""
    if not isinstance(message, dict):
        return False
    known = False
    spoken = cast("dict[str, Any]", message)
    fields = cast("dict[str, str]", spoken.get("iv_msg") or {})
    for holder, name in ((spoken, "main_msg"), *((fields, field) for field in fields)):
        sentence = translated(holder[name], language)
        if sentence is not None:
            known = True
            holder[name] = sentence
    return known


def _language_of(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"accept-language":
            said = value.decode("latin-1")
            return _remembered(said) if len(said) <= _LONGEST_KEPT else _negotiated(said)
    return DEFAULT


def _negotiated(accept_language: str) -> str:
    if accept_language == PSEUDO_TAG:
        return PSEUDO
    return preferred_language(accept_language) or DEFAULT


_remembered: Final = lru_cache(maxsize=256)(_negotiated)
