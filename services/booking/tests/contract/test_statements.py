"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from typing import Final

from booking.app import DATABASE_SETTINGS
from testkit.statement_reads import Seeds
from testkit.statement_tests import StatementTests

_DAY = "(CASE WHEN i / m < 2 THEN i / m + 1 ELSE -7 * (i / m) END)"
_STARTS_AT = f"now() + {_DAY} * interval '1 day' + i % 1440 * interval '1 minute'"
_ENDS_AT = f"{_STARTS_AT} + interval '30 minutes'"
_OWN = "'k' || lpad(CAST({} AS text), 8, '0')"
_STATUS = "(ARRAY['pending', 'accepted', 'completed', 'cancelled'])[i / m + 1]"
SEEDS: Final = Seeds(
    expressions={
        "booking_order.client_email": _OWN.format("i % m"),
        "booking_order.ends_at": _ENDS_AT,
        "booking_order.answer_by": _STARTS_AT,
        "booking_order.status": _STATUS,
        "booking_order.origin": "'request'",
        "booking_order.services": "'[]'",
        "guest_block.block_id": _OWN.format("i"),
        "outbox.id": "i + 1000000",
        "reminder_plan.reminders": "'[]'",
        "hours.days": "'[]'",
        "hours.overrides": "'[]'",
        "session.ends_at": _ENDS_AT,
        "session.order_id": _OWN.format("i"),
        "session.position": "1",
        "session.provider_id": _OWN.format("i % m"),
        "session.state": "CASE WHEN i / m < 2 THEN 'upcoming' ELSE 'done' END",
        "session.status": _STATUS,
        "starts_at": _STARTS_AT,
    },
    values={
        "before": "~",
        "status": "accepted",
        "booking.orders.hot_sql:order_id": "new",
        "booking.reschedule.store.MOVE.0:slot_ids": "{}",
        "booking.reschedule.store.MOVE.0:aliases": "{}",
    },
)
REASONS: Final = {
    "booking.blocked_guests.store.FORGET_NAME.0": "a guest is known by a digest with each provider alone",
    "booking.guest_data.store.FORGET_CODES.0": "for a guest who leaves; codes are deleted within hours",
    "chassis.hot_sql.NEXT_DUE.0": "looks through what waits to be published, while nothing is due",
    "chassis.relay._DEPTH.0": "a metric: counts what waits to be published",
}


class TestStatements(StatementTests):
    """Those of booking."""

    service = "booking"
    seeds = SEEDS
    reasons = REASONS
    settings = DATABASE_SETTINGS
    shared = ("chassis",)
