"""Mails about one order: text, facts and link, as one side reads them (product.md 5.3)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from contracts.events.booking import OrderFacts, SessionFacts

from notifications.alerts.addresses import ANSWERS, COMING, MOVING, booking_address, with_answer
from notifications.mail.cancelling import cancelling_rows
from notifications.mail.rules import OrderMail, Side
from notifications.mail_texts.rules import OwnText, filled_texts
from notifications.templates.formatting import (
    Reader,
    format_appointment,
    format_moment,
    format_services,
    format_span,
    format_total,
    merge_adjacent,
    name_or_former_member,
    named_spans,
    one_line_name,
)
from notifications.templates.mails import MailContent, MailDetail, MailParts, MailQuote, render_mail
from notifications.templates.translations import fill, translations

_AFTERWARDS = (("rate", "rate"), ("book_again", "again"))
"""The buttons of a follow-up, and what they prepare."""


def render_order_mail(
    mail: OrderMail,
    order: OrderFacts,
    public_url: str,
    quote: str = "",
    reader: Reader | None = None,
    when: datetime | None = None,
    unsubscribe: str = "",
    free_times: Sequence[SessionFacts] = (),
    own: OwnText | None = None,
    *,
    asks: bool = False,
    answer_key: str = "",
) -> MailContent:
    """The mail to one side of an order, with times as it reads them. `quote` is what the other side wrote.

    The order knows the zone of a guest, and of an account whose devices have said none. The link
    `unsubscribe` stops such mails. `when` is the time that the mail names; left out, it is that of the first
    session, or of the proposed one. `free_times` are those that the client could have instead. `own` is what
    the provider wrote for it; a reminder that `asks` lets the client say that they come. With the
    `answer_key` of a request its links answer at once.
    """
    reader = (reader or Reader()).or_in(zone_of(order, mail.side))
    language = reader.language
    name = order.client_name if mail.side == "provider" else order.provider_name
    other = one_line_name(name_or_former_member(name, language))
    name = other or translations(language).common.former_member
    spans = merge_adjacent(order.proposed_sessions or order.sessions)
    starts = when or (spans[0][0] if spans else None)
    first = format_moment(starts, reader) if starts else ""
    labels = translations(language).labels
    in_zone = fill(labels["times_in"], {"zone": reader.zone.replace("_", " ")}, language=language)
    wrote = fill(labels["note"], {"name": name}, language=language)
    answers, accept, decline = answer_links(mail, order, public_url, asks=asks, key=answer_key)
    parts = MailParts(
        link=link_for(mail, order, public_url),
        accept=accept,
        decline=decline,
        answers=answers,
        details=(*order_details(order, mail.side, reader), *_free_times(free_times, reader)),
        zone_note=in_zone if spans else "",
        quote=MailQuote(wrote, quote.strip()) if quote.strip() else None,
        to_guest=mail.side == "client" and not order.client_id,
        unsubscribe=unsubscribe,
    )
    services = format_services([service.name for service in order.services], language)
    words = {"name": name, "when": first, "what": format_appointment(services, first, language)}
    written = own and filled_texts(
        own, own_values(order, services, first, language), translations(language).mails[mail.kind]
    )
    return render_mail(mail.kind, words, parts, language, written)


def own_values(order: OrderFacts, services: str, first: str, language: str) -> dict[str, str]:
    """What is filled in where a provider wrote the text of a client's mail (`mail_texts.rules.VARIABLES`)."""
    return {
        "client": one_line_name(order.client_name),
        "provider": one_line_name(order.provider_name),
        "service": services,
        "time": first,
        "place": ", ".join(filter(None, _place(order, "client")[:2])),
        "total": format_total(order, language),
    }


def zone_of(order: OrderFacts, side: Side) -> str:
    """The zone in which one side read times when the order was made."""
    return (order.provider_timezone if side == "provider" else order.client_timezone) or "UTC"


def link_for(mail: OrderMail, order: OrderFacts, public_url: str) -> str:
    """The address behind the mail's button: for a guest the order's page, for an account its booking."""
    moving = f"&{MOVING}" if mail.kind == "order_time_asked" else ""
    if mail.side == "client" and not order.client_id:
        return f"{order.guest_link}{moving}"
    return f"{public_url.rstrip('/')}{booking_address(mail.tab, order.order_id)}{moving}"


def answer_links(
    mail: OrderMail, order: OrderFacts, public_url: str, *, asks: bool = False, key: str = ""
) -> tuple[tuple[str, str], str, str]:
    """The names of two answers, and the addresses that open the booking with one of them chosen: a request is
    accepted or declined, a reminder confirmed or the appointment cancelled, and after it the client rates or
    books again. Whoever opens one signs in, or is a guest with the link. With the `key` of a request the
    answer is sent then; without one the address alone answers nothing (product.md 4.15 and 5.3). '' in other
    mails.
    """
    if mail.kind == "order_requested_provider":
        answers = ANSWERS
    elif mail.subject == "reminders" and mail.side == "client" and asks:
        answers = COMING
    elif mail.kind == "follow_up_client":
        answers = _AFTERWARDS
    else:
        return ("accept", "decline"), "", ""
    address, key = link_for(mail, order, public_url), key if answers is ANSWERS else ""
    (first, chosen_first), (second, chosen_second) = answers
    return (first, second), with_answer(address, chosen_first, key), with_answer(address, chosen_second, key)


def order_details(order: OrderFacts, side: Side, reader: Reader) -> tuple[MailDetail, ...]:
    """When, what, how, where, how much, and the terms for cancelling.

    The client reads the street and the telephone number where the provider shows them (product.md 3.6), and
    how the provider wants to be paid (product.md 3.8).
    """
    language = reader.language
    labels = translations(language).labels
    to_client = side == "client"
    rows = [
        (
            labels["when"],
            named_spans(order.sessions, reader),
        ),
        (
            labels["proposed"],
            named_spans(order.proposed_sessions, reader),
        ),
        (labels["services"], [one_line_name(service.name) for service in order.services]),
        (labels["mode"], [labels.get(order.delivery_mode, order.delivery_mode)]),
        (labels["place"], _place(order, side)),
        (labels["phone"], [order.for_client.contact_phone if to_client else ""]),
        (labels["total"], [format_total(order, language)]),
        (labels["payment"], _payment(order, labels) if to_client else []),
        *cancelling_rows(order, reader),
    ]
    return tuple(MailDetail(label, tuple(filter(None, lines))) for label, lines in rows if any(lines))


def _place(order: OrderFacts, side: Side) -> list[str]:
    """The name of the provider's place, its address or the link, and how to find it, as this side sees it."""
    seen = order.for_client if side == "client" else order.for_provider
    location = seen.delivery_location if side == "client" else order.delivery_location
    return [one_line_name(seen.place_name), location, _one_line(seen.place_note)]


def _free_times(times: Sequence[SessionFacts], reader: Reader) -> tuple[MailDetail, ...]:
    """The next free times, one on each line (product.md 4.20); nothing where there are none."""
    if not times:
        return ()
    spans = tuple(format_span(each.starts_at, each.ends_at, reader) for each in times)
    return (MailDetail(translations(reader.language).labels["free_times"], spans),)


def _payment(order: OrderFacts, labels: Mapping[str, str]) -> list[str]:
    """How the provider wants to be paid (product.md 3.8); nothing where there is nothing to pay."""
    asks_nothing = order.total_minor == 0 and all(each.price_kind != "on_request" for each in order.services)
    if asks_nothing or order.status in {"rejected", "cancelled"}:
        return []
    terms = order.payment
    methods = ", ".join(labels.get(f"pay_{method}", method) for method in terms.payment_methods)
    return [methods, labels[terms.fee_policy], _one_line(terms.payment_note)]


def _one_line(text: str) -> str:
    """A text without line breaks and runs of spaces."""
    return " ".join(text.split())
