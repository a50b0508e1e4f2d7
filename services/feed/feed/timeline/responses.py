"""Puts cards that the database has built into the envelope without parsing them."""

from collections.abc import Iterable
from typing import Final

from fastapi import Response

from feed.timeline.store import Card

_HEAD: Final = b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":'


def cards_answer(cards: Iterable[bytes], next_cursor: str | None) -> Response:
    """`data` is the list; the cursor travels in the X-Next-Cursor header (api.md 1)."""
    headers = {"X-Next-Cursor": next_cursor} if next_cursor else {}
    return _answer(b"[%b]" % b",".join(cards), headers)


def card_answer(card: Card) -> Response:
    """`data` is the one card."""
    return _answer(card.json.encode(), {})


def _answer(data: bytes, headers: dict[str, str]) -> Response:
    return Response(b"%b%b}" % (_HEAD, data), media_type="application/json", headers=headers)
