"""What a mail says of cancelling: the terms of what is open, and how it ended (product.md 4.7). Pure."""

from collections.abc import Mapping
from datetime import timedelta

from contracts.events.booking import CancellationTermsFacts, OrderFacts

from notifications.templates.formatting import Reader, format_moment
from notifications.templates.translations import fill, translations

Row = tuple[str, list[str]]


def cancelling_rows(order: OrderFacts, reader: Reader) -> list[Row]:
    """The rows of the mail's details about cancelling, labelled in the reader's language."""
    labels = translations(reader.language).labels
    if order.cancellation is not None:
        reason = labels.get(f"reason_{order.cancellation.reason}", "")
        late = order.cancellation.words or labels["was_late"]
        return [
            (labels["why_cancelled"], [reason]),
            (labels["late_cancellation"], late.splitlines() if order.cancellation.late else []),
        ]
    if order.status not in {"pending", "accepted", "ongoing"}:
        return []
    lines = [line for each in order.cancellation_terms for line in _terms(order, each, reader, labels)]
    return [(labels["cancelling"], lines)]


def _terms(
    order: OrderFacts, terms: CancellationTermsFacts, reader: Reader, labels: Mapping[str, str]
) -> list[str]:
    """Until when it is free, and what counts after that: elapsed hours before the next session."""
    coming = [each.starts_at for each in order.sessions if each.state in {"upcoming", "ongoing"}]
    if not coming:
        return []
    when = format_moment(min(coming) - timedelta(hours=terms.free_hours), reader)
    free = fill(labels["free_until"], {"when": when}, language=reader.language)
    if terms.late == "refused":
        return [free, labels["then_refused"]]
    return [free, labels["then_late"], *terms.words.splitlines()]
