"""What identity owns: accounts."""

from identity.accounts.models import AccountRow

from demo.bookings import Booking
from demo.rows.of_booking import clients_of
from demo.rows.tables import Tables
from demo.world import World


def identity_rows(world: World, bookings: list[Booking], password_hash: str) -> Tables:
    """The accounts, all with the same password."""
    have_requested = set(clients_of(bookings))
    return [
        (
            AccountRow,
            [
                {
                    "id": each.id,
                    "name": each.name,
                    "email": each.email,
                    "username": each.username,
                    "password_hash": password_hash,
                    "verified_at": each.created_at,
                    "created_at": each.created_at,
                    "requested_appointment": each.id in have_requested,
                    "staff": each.staff,
                    "language": each.language,
                    "language_said": True,
                    "timezone": each.zone,
                    "hour_cycle": "h12" if each.zone.startswith(("America", "Asia/Kolkata")) else "h23",
                }
                for each in world.everybody
            ],
        )
    ]
