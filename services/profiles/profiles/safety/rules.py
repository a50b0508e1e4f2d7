"""What stays of who reported something, when their account goes (product.md 1.10)."""

from collections.abc import Mapping
from typing import Final

from contracts.booking_data import ANONYMOUS
from pydantic import JsonValue

_GONE: Final = "gone-"


def anonymous_reporter(report_id: str) -> str:
    """Stands for a reporter whose account went: another one for each report, so that nothing joins them."""
    return f"{_GONE}{report_id}"


def is_anonymous(reporter_id: str) -> bool:
    """Whether the reporter's account went."""
    return reporter_id.startswith(_GONE)


def without_reporter(evidence: Mapping[str, JsonValue], reported_id: str) -> dict[str, JsonValue]:
    """The evidence without the name of the other side of an appointment, who reported it.

    Its place goes too: it may be where the reporter lives. Nobody but the reported account is named in
    evidence of other kinds.
    """
    hidden: dict[str, JsonValue] = {
        f"{side}_name": ANONYMOUS
        for side in ("provider", "client")
        if f"{side}_name" in evidence and evidence.get(f"{side}_id") != reported_id
    }
    if "delivery_location" in evidence:
        hidden["delivery_location"] = ""
    return {**evidence, **hidden}
