"""Every table of this service, entered into one metadata (for migrations)."""

from booking.blocked_guests import models as blocked_guests
from booking.blocked_times import models as blocked_times
from booking.calendar import models as calendar
from booking.changes import models as changes
from booking.clients import models as clients
from booking.declarative import Model
from booking.external_calendars import models as external_calendars
from booking.hours import models as hours
from booking.moving import models as moving
from booking.orders import models as orders
from booking.projections import models as projections
from booking.ratings import models as ratings
from booking.reminder_plans import models as reminder_plans

__all__ = [
    "blocked_guests",
    "blocked_times",
    "calendar",
    "changes",
    "clients",
    "external_calendars",
    "hours",
    "metadata",
    "moving",
    "orders",
    "projections",
    "ratings",
    "reminder_plans",
]

metadata = Model.metadata
