"""What the system writes into an order that it ends, which the app says in its language (product.md 8.3)."""

from pathlib import Path

import pytest
from booking.guest_data.service import FORGOTTEN
from booking.handlers import CLOSED, GONE
from booking.jobs import HELD, TOO_LATE, UNANSWERED

CHECKOUT = Path(__file__).resolve().parents[4]
KNOWN_TO_THE_APP = CHECKOUT / "web/src/features/schedule/ended-by-itself.ts"


@pytest.mark.parametrize("sentence", [TOO_LATE, UNANSWERED, HELD, FORGOTTEN, CLOSED, GONE])
def test_the_app_knows_every_sentence(sentence: str) -> None:
    assert f"['{sentence}', " in KNOWN_TO_THE_APP.read_text()
