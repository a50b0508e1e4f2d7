"""The sentences of alerts that are remembered take little memory."""

import tracemalloc

from notifications.alerts.rendering import told
from notifications.templates.formatting import Reader
from pydantic import JsonValue

TEXTS = 1000
MOST_BYTES = 1024


def test_a_remembered_sentence_takes_less_than_a_kilobyte() -> None:
    words: dict[str, JsonValue] = {
        "services": ["Haircut"],
        "starts": ["2027-01-04T12:00:00Z"],
        "zone": "Europe/Berlin",
    }
    told("order_requested", words, "Ana", Reader())
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(TEXTS):
            told("order_requested", words, f"Ana {number}", Reader())
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / TEXTS < MOST_BYTES
