"""What services know of others' orders and circles: copies of so many rows that no event tells of each."""

from collections.abc import Mapping

from feed.projections.models import CircleRow, CompletedPairRow
from notifications.projections.models import InterestRow
from profiles.projections.models import AppointmentRow

from demo.bookings import Booking
from demo.rows.tables import NO_ROWS, Row, Tables
from demo.social import Interest


def copied_rows(bookings: list[Booking], interests: list[Interest]) -> Mapping[str, Tables]:
    """The copies by the service that keeps them."""
    pairs = {
        (order.provider_id, order.client.account_id): order
        for order in (each.order for each in bookings)
        if order.status == "completed" and order.client.account_id
    }
    circles = [
        {
            "account_id": each.account.id,
            "provider_id": each.provider.id,
            "interest": True,
            "trusted": each.trusted,
            "revision": each.revision,
        }
        for each in interests
    ]
    appointments = [
        {
            "order_id": each.order.order_id,
            "provider_id": each.order.provider_id,
            "client_id": each.order.client.account_id,
            "status": each.order.status,
            "revision": each.order.revision,
        }
        for each in bookings
    ]
    return {
        "identity": NO_ROWS,
        "booking": NO_ROWS,
        "profiles": [(AppointmentRow, appointments)],
        "feed": [
            (CircleRow, circles),
            (CompletedPairRow, [{"provider_id": one, "client_id": other} for one, other in pairs]),
        ],
        "notifications": [(InterestRow, [_without_trust(each) for each in circles])],
    }


def _without_trust(circle: Row) -> Row:
    return {name: value for name, value in circle.items() if name != "trusted"}
