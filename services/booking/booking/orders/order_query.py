"""The one query that reads whole orders, and the order in one of its rows."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import orjson
from chassis.db import Record
from chassis.remembered import remembered
from contracts.booking_data import ANONYMOUS
from contracts.events.profiles import PaymentTerms, RemoteTerms
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    Text,
    and_,
    case,
    cast,
    extract,
    false,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import InstrumentedAttribute, aliased

from booking.orders.cancellation import Cancellation, CancellationTerms
from booking.orders.models import ClientRatingRow, OrderRow, ProposalRow, RatingRow, SessionRow
from booking.orders.order import (
    BookedSession,
    NoShow,
    Order,
    OrderedService,
    Party,
    Proposal,
    ProviderContact,
)
from booking.orders.places import AgreedPlace
from booking.orders.rules import SessionState, Status
from booking.projections.models import AccountRow, ProviderRow

OrderValues = Record | Mapping[str, Any]
"""A row of `ORDERS`, by the names of its columns."""
REMEMBERED: Final = 256
"""How many choices of services, and terms of payment, are remembered: many orders have the same."""


def status_in(column: InstrumentedAttribute[str], *statuses: Status) -> ColumnElement[bool]:
    """Whether the status is one of these. They are literals, as the conditions of the partial indexes are."""
    return column.in_([literal_column(f"'{status}'") for status in statuses])


def state_in(column: InstrumentedAttribute[str], *states: SessionState) -> ColumnElement[bool]:
    """Whether a session's state is one of these; literals, as in the exclusion constraint."""
    return column.in_([literal_column(f"'{state}'") for state in states])


def _json_text(value: ColumnElement[Any] | InstrumentedAttribute[Any], name: str) -> ColumnElement[str]:
    """JSON as text: a row whose values are all immutable can be remembered as a whole."""
    return cast(value, Text).label(name)


def _seconds(instant: InstrumentedAttribute[datetime]) -> ColumnElement[int]:
    return cast(extract("epoch", instant), BigInteger)


_provider, _client = aliased(AccountRow, name="p"), aliased(AccountRow, name="c")
_provider_profile, _client_profile = aliased(ProviderRow, name="pp"), aliased(ProviderRow, name="cp")
_sessions = (
    select(
        func.json_agg(
            aggregate_order_by(
                func.json_build_array(
                    SessionRow.slot_id,
                    SessionRow.alias,
                    _seconds(SessionRow.starts_at),
                    _seconds(SessionRow.ends_at),
                    SessionRow.state,
                    SessionRow.no_show,
                    SessionRow.coming_at.is_not(None),
                ),
                SessionRow.position,
            )
        )
    )
    .where(SessionRow.order_id == OrderRow.order_id, ~SessionRow.proposed)
    .scalar_subquery()
)
_NOT_READ: Final = {
    "services", "place", "starts_at", "ends_at", "link_mailed_at", "cancellation_terms", "cancellation",
    "intake",
}  # fmt: skip
ORDERS: Final[Select[Any]] = (
    select(
        *(column for column in OrderRow.__table__.columns if column.name not in _NOT_READ),
        _json_text(OrderRow.services, "services"),
        _json_text(OrderRow.cancellation_terms, "cancellation_terms"),
        _json_text(OrderRow.cancellation, "cancellation"),
        _json_text(OrderRow.place, "place"),
        OrderRow.intake.is_not(None).label("has_answers"),
        _provider.name.label("p_name"),
        _provider.email.label("p_email"),
        _provider.username.label("p_username"),
        _provider.avatar.label("p_avatar"),
        func.coalesce(_provider_profile.completed, false()).label("p_onboarded"),
        func.coalesce(_provider_profile.contact_phone, "").label("contact_phone"),
        func.coalesce(_provider_profile.phone_shown_to, "nobody").label("phone_shown_to"),
        func.coalesce(_provider_profile.street_shown_to, "nobody").label("street_shown_to"),
        _json_text(_provider_profile.payment, "payment"),
        _json_text(_provider_profile.venues["remote"], "remote"),
        _client.name.label("c_name"),
        _client.email.label("c_email"),
        _client.username.label("c_username"),
        _client.avatar.label("c_avatar"),
        func.coalesce(_client_profile.completed, false()).label("c_onboarded"),
        RatingRow.stars,
        RatingRow.feedback.label("review"),
        func.coalesce(RatingRow.removed, false()).label("review_removed"),
        case((RatingRow.answer_removed, ""), else_=RatingRow.answer).label("answer"),
        ClientRatingRow.stars.label("client_stars"),
        ClientRatingRow.feedback.label("client_review"),
        func.coalesce(ClientRatingRow.removed, false()).label("client_review_removed"),
        func.coalesce(RatingRow.hidden_until, ClientRatingRow.hidden_until).label("rating_hidden_until"),
        ProposalRow.proposed_by,
        _json_text(ProposalRow.sessions, "proposed_sessions"),
        ProposalRow.note.label("proposed_note"),
        _json_text(_sessions, "sessions"),
    )
    .select_from(OrderRow)
    .outerjoin(_provider, and_(_provider.account_id == OrderRow.provider_id, ~_provider.deleted))
    .outerjoin(_provider_profile, _provider_profile.provider_id == OrderRow.provider_id)
    .outerjoin(_client, and_(_client.account_id == OrderRow.client_id, ~_client.deleted))
    .outerjoin(_client_profile, _client_profile.provider_id == OrderRow.client_id)
    .outerjoin(RatingRow, RatingRow.order_id == OrderRow.order_id)
    .outerjoin(ClientRatingRow, ClientRatingRow.order_id == OrderRow.order_id)
    .outerjoin(ProposalRow, ProposalRow.order_id == OrderRow.order_id)
)
"""Orders with all that `order_from` reads. It joins as many relations as the planner reorders
(join_collapse_limit): a statement for several orders takes `each_order`, which does not join more.
"""


def each_order(wanted: FromClause, *more: ColumnElement[Any]) -> Select[Any]:
    """Each order that `wanted` has the `order_id` of, as a row of `ORDERS`, with `more` columns of `wanted`.

    OFFSET 0 makes PostgreSQL read each order by its key. It would plan a join with `wanted` apart from
    `wanted`, and so read all orders.
    """
    by_key = ORDERS.where(OrderRow.order_id == wanted.c.order_id).offset(literal_column("0"))
    detail = by_key.lateral("detail")
    return select(*more, *detail.columns).select_from(wanted.join(detail, true()))


def order_from(row: OrderValues) -> Order:
    """The order in a row of `ORDERS`; a `Record` is slower to read by attribute than by key."""
    return Order(
        order_id=row["order_id"],
        provider_id=row["provider_id"],
        provider=_party(
            row["provider_id"],
            row["p_name"],
            row["p_email"],
            row["p_username"],
            row["p_avatar"],
            onboarded=row["p_onboarded"],
        ),
        client=_client_of(row),
        guest_id=row["guest_id"] or "",
        status=row["status"],
        services=_ordered_services(row["services"]),
        sessions=_booked_sessions(row["sessions"]),
        delivery_mode=row["delivery_mode"],
        delivery_location=row["delivery_location"],
        total_minutes=row["total_minutes"],
        total_minor=row["total_minor"],
        currency=row["currency"],
        brief=row["brief"],
        note=row["note"],
        provider_timezone=row["provider_timezone"],
        client_timezone=row["client_timezone"],
        contact=ProviderContact(row["contact_phone"], row["phone_shown_to"], row["street_shown_to"]),
        payment=_payment_terms(row["payment"]),
        place=_agreed_place(row["place"]),
        remote=_remote_terms(row["remote"]),
        client_language=row["client_language"],
        created_at=row["created_at"],
        answer_by=row["answer_by"],
        multiple_clients=row["multiple_clients"],
        client_pay_status=row["client_pay_status"],
        provider_pay_status=row["provider_pay_status"],
        revision=row["revision"],
        calendar_sequence=row["calendar_sequence"],
        completed_at=row["completed_at"],
        rating_requested_at=row["rating_requested_at"],
        stars=row["stars"],
        review=row["review"] or "",
        review_removed=row["review_removed"],
        answer=row["answer"] or "",
        client_stars=row["client_stars"],
        client_review=row["client_review"] or "",
        client_review_removed=row["client_review_removed"],
        rating_hidden_until=row["rating_hidden_until"],
        proposal=row["proposed_by"]
        and Proposal(row["proposed_by"], _booked_sessions(row["proposed_sessions"]), row["proposed_note"]),
        times_proposed=row["times_proposed"],
        cancellation_terms=_kept_terms(row["cancellation_terms"]),
        cancellation=_cancellation(row["cancellation"]),
        link_generation=row["link_generation"],
        has_answers=row["has_answers"],
        at_client=row["at_client"],
        origin=row["origin"],
        agreed_at=row["agreed_at"],
        invited_id=row["invited_id"] or "",
    )


@remembered(REMEMBERED)
def _ordered_services(text: str) -> tuple[OrderedService, ...]:
    return tuple(OrderedService(**service) for service in orjson.loads(text))


@remembered(REMEMBERED)
def _payment_terms(text: str | None) -> PaymentTerms:
    return PaymentTerms.model_validate_json(text) if text else PaymentTerms()


def _agreed_place(text: str | None) -> AgreedPlace | None:
    return AgreedPlace(**orjson.loads(text)) if text else None


@remembered(REMEMBERED)
def _kept_terms(text: str | None) -> tuple[CancellationTerms, ...]:
    return tuple(CancellationTerms(*each) for each in orjson.loads(text)) if text else ()


def _cancellation(text: str | None) -> Cancellation | None:
    return Cancellation(**orjson.loads(text)) if text else None


@remembered(REMEMBERED)
def _remote_terms(text: str | None) -> RemoteTerms:
    return RemoteTerms.model_validate_json(text) if text else RemoteTerms()


def _booked_sessions(text: str) -> tuple[BookedSession, ...]:
    """Sessions of an order, or those of a proposal, which have neither state nor no-show."""
    return tuple(
        BookedSession(
            slot_id,
            alias,
            datetime.fromtimestamp(start, UTC),
            datetime.fromtimestamp(end, UTC),
            state=more[0] if more else "upcoming",
            no_show=_no_show(more[1]) if more and more[1] else None,
            coming=bool(more and more[2]),
        )
        for slot_id, alias, start, end, *more in orjson.loads(text)
    )


def _no_show(stored: Mapping[str, Any]) -> NoShow:
    contested_at = stored["contested_at"]
    return NoShow(
        by=stored["by"],
        at=datetime.fromtimestamp(stored["at"], UTC),
        note=stored.get("note", ""),
        contested_at=datetime.fromtimestamp(contested_at, UTC) if contested_at else None,
        contest=stored.get("contest", ""),
    )


def _client_of(row: OrderValues) -> Party:
    if row["client_id"] is None or row["c_name"] is None:
        return Party("", row["client_name"], row["client_email"], "", "", onboarded=False)
    return _party(
        row["client_id"],
        row["c_name"],
        row["c_email"],
        row["c_username"],
        row["c_avatar"],
        onboarded=row["c_onboarded"],
    )


def _party(
    account_id: str,
    name: str | None,
    email: str | None,
    username: str | None,
    avatar: str | None,
    *,
    onboarded: bool,
) -> Party:
    return Party(
        account_id, name or ANONYMOUS, email or "", username or "", avatar or "", onboarded=onboarded
    )
