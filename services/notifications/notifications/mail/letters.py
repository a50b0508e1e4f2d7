"""Letters about one order: its words, facts and link, seen from one side."""

from datetime import datetime

from contracts.events.booking import OrderFacts

from notifications.mail.rules import OrderLetter, Side
from notifications.templates.catalogue import DEFAULT, catalogue, fill
from notifications.templates.letters import Detail, Enclosed, Letter, Quote, write_letter
from notifications.templates.phrases import joined, moment, money, plain_name, span, told_of


def order_letter(
    letter: OrderLetter,
    order: OrderFacts,
    public_url: str,
    quote: str = "",
    language: str = DEFAULT,
    when: datetime | None = None,
    unsubscribe: str = "",
) -> Letter:
    """The letter to one side of an order, times in its zone; `quote` is what the other side wrote.

    By the link `unsubscribe` its reader stops such letters. It speaks of the time `when`; left out, of that
    of the first session, or of the proposed one.
    """
    told = order.client_name if letter.side == "provider" else order.provider_name
    other = plain_name(told_of(told, language))
    name = other or catalogue(language).common.former_member
    zone = zone_of(order, letter.side)
    spans = joined(order.proposed_sessions or order.sessions)
    starts = when or (spans[0][0] if spans else None)
    first = moment(starts, zone, language) if starts else ""
    labels = catalogue(language).labels
    in_zone = fill(labels["times_in"], {"zone": zone.replace("_", " ")}, language=language)
    wrote = fill(labels["note"], {"name": name}, language=language)
    enclosed = Enclosed(
        link=link_for(letter, order, public_url),
        details=order_details(order, letter.side, language),
        zone_note=in_zone if spans else "",
        quote=Quote(wrote, quote.strip()) if quote.strip() else None,
        to_guest=letter.side == "client" and not order.client_id,
        unsubscribe=unsubscribe,
    )
    return write_letter(letter.kind, {"name": name, "when": first}, enclosed, language)


def zone_of(order: OrderFacts, side: Side) -> str:
    """The zone in which one side reads times."""
    return (order.provider_timezone if side == "provider" else order.client_timezone) or "UTC"


def link_for(letter: OrderLetter, order: OrderFacts, public_url: str) -> str:
    """Where the letter's button leads: a guest to their own view of the order, an account to its schedule."""
    if letter.side == "client" and not order.client_id:
        return order.guest_link
    return f"{public_url.rstrip('/')}/schedule_manager/{letter.tab}"


def order_details(order: OrderFacts, side: Side, language: str = DEFAULT) -> tuple[Detail, ...]:
    """When, what, how, where and how much."""
    labels = catalogue(language).labels
    zone = zone_of(order, side)
    rows = [
        (labels["when"], [span(start, end, zone, language) for start, end in joined(order.sessions)]),
        (
            labels["proposed"],
            [span(start, end, zone, language) for start, end in joined(order.proposed_sessions)],
        ),
        (labels["services"], [plain_name(service.name) for service in order.services]),
        (labels["mode"], [labels.get(order.delivery_mode, order.delivery_mode)]),
        (labels["place"], [order.delivery_location]),
        (labels["total"], [money(order.total_minor, order.currency, language)]),
    ]
    return tuple(Detail(label, tuple(filter(None, lines))) for label, lines in rows if any(lines))
