"""Everything booking holds about an account (product.md 1.10)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from chassis.db import Connection, Statement
from contracts.booking_data import BookingData
from pydantic import BaseModel, JsonValue
from sqlalchemy import bindparam, select

from booking.blocked_guests.store import all_blocked_guests
from booking.blocked_times.service import shown_block
from booking.blocked_times.store import all_blocks
from booking.calendar.store import feed_by_account
from booking.changes.store import all_changes
from booking.client_files.schemas import ClientFile
from booking.client_files.serializers import file_data
from booking.client_files.store import files_of_provider
from booking.clients.store import clients_for_export
from booking.external_calendars.models import BusyTimeRow
from booking.external_calendars.store import calendars_of
from booking.hours.models import HoursRow
from booking.hours.serializers import appointment_info
from booking.hours.store import hours_of
from booking.intake.store import answers_of_account, files_of_owner
from booking.moving.store import told_until_hours
from booking.orders.listing import all_bookings_of
from booking.orders.models import RatingRow
from booking.projections.models import AccountRow
from booking.ratings.client_rating_store import ClientReview, client_ratings_by, client_ratings_of
from booking.ratings.models import RatingSummaryRow
from booking.ratings.store import ratings_by
from booking.reminders.plans import shown_plan
from booking.serialization import instant_text

FIND_ACCOUNT: Final = Statement(
    select(
        AccountRow.name,
        AccountRow.email,
        AccountRow.username,
        AccountRow.avatar,
        AccountRow.confirmed,
        AccountRow.suspended,
    ).where(AccountRow.account_id == bindparam("account_id"), AccountRow.deleted.is_(False))
)
FIND_RECEIVED: Final = Statement(
    select(
        RatingRow.order_id,
        RatingRow.name,
        RatingRow.stars,
        RatingRow.feedback,
        RatingRow.trusted,
        RatingRow.created_at,
        RatingRow.answer,
    )
    .where(
        RatingRow.provider_id == bindparam("account_id"),
        RatingRow.hidden_until.is_(None),
        ~RatingRow.removed,
    )
    .order_by(RatingRow.created_at)
)
FIND_STARS: Final = Statement(
    select(
        RatingSummaryRow.one,
        RatingSummaryRow.two,
        RatingSummaryRow.three,
        RatingSummaryRow.four,
        RatingSummaryRow.five,
    ).where(RatingSummaryRow.provider_id == bindparam("account_id"))
)
FIND_HOURS: Final = Statement(
    select(
        HoursRow.timezone,
        HoursRow.days,
        HoursRow.overrides,
        HoursRow.minimum_notice,
        HoursRow.booking_horizon,
        HoursRow.answer_hours,
        HoursRow.flexible,
        HoursRow.keep_gaps,
        HoursRow.most_per_day,
        HoursRow.most_per_week,
    ).where(HoursRow.provider_id == bindparam("account_id"))
)
FIND_BUSY: Final = Statement(
    select(BusyTimeRow.starts_at, BusyTimeRow.ends_at)
    .where(BusyTimeRow.provider_id == bindparam("account_id"))
    .order_by(BusyTimeRow.starts_at)
)


class IntakeAnswers(BaseModel):
    """What the client of an order was asked, and answered."""

    order_id: str
    answers: list[dict[str, JsonValue]]


class BookingExport(BaseModel):
    """Everything booking holds about an account."""

    account: dict[str, JsonValue] | None
    bookings: list[BookingData]
    ratings_given: list[dict[str, str | int]]
    ratings_received: list[dict[str, str | int | bool]]
    """With the name under which each is shown to everybody."""
    client_ratings_given: list[dict[str, str | int]]
    """What the account said of its clients."""
    client_ratings_received: list[dict[str, str | int]]
    """What providers said of it."""
    rating_summary: dict[str, int] | None
    """How often each number of stars was given."""
    appointment_window: dict[str, object] | None
    """The hours as their provider sees them; null while nothing can be booked."""
    hours: dict[str, JsonValue] | None
    """The hours as they are stored, with days off and other exceptions."""
    external_calendars: list[dict[str, str]]
    busy_times: list[dict[str, str]]
    """The times that the external calendars call busy."""
    blocked_times: list[dict[str, JsonValue]]
    """Time that the account blocks by hand, with its notes."""
    move_without_asking_until_hours: int | None
    """Until how many hours before an appointment the account tells its client and does not ask."""
    blocked_guests: list[dict[str, str]]
    clients: list[dict[str, JsonValue]]
    """The account's own clients, with its notes and tags. What others wrote of the account is theirs."""
    intake_answers: list[IntakeAnswers]
    """What clients were asked and answered in orders of both sides; of a file it is its id."""
    intake_files: list[dict[str, str | int]]
    """The pictures and PDFs that the account sent as an answer; get_intake_file has each."""
    client_files: list[ClientFile]
    """What the account keeps with its clients; each file is at its path."""
    schedule_changes: list[dict[str, str]]
    """What others moved and cancelled in the last weeks."""
    reminder_plan: dict[str, JsonValue]
    """Which reminders the account's sessions have, what follows them, and whether its day comes by mail."""
    calendar_feed: bool


async def held_by_booking(tx: Connection, account_id: str) -> BookingExport:
    """Bookings of both sides, ratings, hours, calendars and blocked guests of the account."""
    account = await FIND_ACCOUNT.one(tx, account_id=account_id)
    stars = await FIND_STARS.one(tx, account_id=account_id)
    hours = await hours_of(tx, account_id)
    own_hours = await FIND_HOURS.one(tx, account_id=account_id)
    feed = await feed_by_account(tx, account_id)
    return BookingExport(
        account=None if account is None else dict(account),
        bookings=await all_bookings_of(tx, account_id),
        ratings_given=await _ratings_given(tx, account_id),
        ratings_received=await _ratings_received(tx, account_id),
        client_ratings_given=_client_ratings(await client_ratings_by(tx, account_id)),
        client_ratings_received=_client_ratings(await client_ratings_of(tx, account_id)),
        rating_summary=None if stars is None else dict(stars),
        appointment_window=None if hours is None else appointment_info(account_id, hours).model_dump(),
        hours=None if own_hours is None else dict(own_hours),
        external_calendars=[
            {"name": each.name, "url": each.url} for each in await calendars_of(tx, account_id)
        ],
        busy_times=[
            {"starts": instant_text(row.starts_at), "ends": instant_text(row.ends_at)}
            for row in await FIND_BUSY.all(tx, account_id=account_id)
        ],
        blocked_times=[
            shown_block(each).model_dump(mode="json") for each in await all_blocks(tx, account_id)
        ],
        move_without_asking_until_hours=await told_until_hours(tx, account_id),
        blocked_guests=[
            {"name": each.name, "blocked_date": instant_text(each.blocked_at)}
            for each in await all_blocked_guests(tx, account_id)
        ],
        clients=[
            {
                **row,
                "created_at": instant_text(row["created_at"]),
                "imported_at": row["imported_at"] and instant_text(row["imported_at"]),
            }
            for row in await clients_for_export(tx, account_id)
        ],
        intake_answers=[
            IntakeAnswers(order_id=each.order_id, answers=each.intake)
            for each in await answers_of_account(tx, account_id)
        ],
        intake_files=[
            {**asdict(each), "kind": each.kind, "created_at": instant_text(each.created_at)}
            for each in await files_of_owner(tx, account_id)
        ],
        client_files=[file_data(each) for each in await files_of_provider(tx, account_id)],
        schedule_changes=[
            {"order_id": each.order_id, "kind": each.kind, "changed_at": instant_text(each.changed_at)}
            for each in await all_changes(tx, account_id)
        ],
        reminder_plan=(await shown_plan(tx, account_id)).model_dump(),
        calendar_feed=feed is not None and feed.open,
    )


async def _ratings_given(tx: Connection, account_id: str) -> list[dict[str, str | int]]:
    return [
        {
            "order_id": rating.order_id,
            "rating": rating.stars,
            "feedback": rating.feedback,
            "created_date": instant_text(rating.created_at),
        }
        for rating in await ratings_by(tx, account_id)
    ]


async def _ratings_received(tx: Connection, account_id: str) -> list[dict[str, str | int | bool]]:
    return [
        {
            "order_id": row.order_id,
            "name": row.name,
            "rating": row.stars,
            "feedback": row.feedback,
            "trusted": row.trusted,
            "created_date": instant_text(row.created_at),
            "answer": row.answer,
        }
        for row in await FIND_RECEIVED.all(tx, account_id=account_id)
    ]


def _client_ratings(ratings: Sequence[ClientReview]) -> list[dict[str, str | int]]:
    return [
        {
            "order_id": rating.order_id,
            "rating": rating.stars,
            "feedback": rating.feedback,
            "created_date": instant_text(rating.created_at),
        }
        for rating in ratings
    ]
