"""Every table of booking in one catalogue; what migrations and checks look at."""

from booking.calendar import models as calendar
from booking.declarative import metadata
from booking.external_calendars import models as busy
from booking.hours import models as hours
from booking.orders import models as orders
from booking.projections import models as directory
from booking.ratings import models as ratings

__all__ = ["busy", "calendar", "directory", "hours", "metadata", "orders", "ratings"]
