"""Cards that the database has built, put into the envelope without taking them apart."""

from collections.abc import Sequence
from typing import Final

from fastapi import Response

from feed.wall.store import Card

_HEAD: Final = '{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":'


def cards_answer(cards: Sequence[Card], next_cursor: str | None) -> Response:
    """`data` is the list; the cursor travels in the X-Next-Cursor header (api.md section 1)."""
    headers = {"X-Next-Cursor": next_cursor} if next_cursor else {}
    return _answer(f"[{','.join(card.json for card in cards)}]", headers)


def card_answer(card: Card) -> Response:
    """`data` is the one card."""
    return _answer(card.json, {})


def _answer(data: str, headers: dict[str, str]) -> Response:
    return Response(f"{_HEAD}{data}}}".encode(), media_type="application/json", headers=headers)
