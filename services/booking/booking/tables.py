"""Every table of booking in one catalogue; what migrations and checks look at."""

from booking.busy import models as busy
from booking.calendar import models as calendar
from booking.directory import models as directory
from booking.hours import models as hours
from booking.model import metadata
from booking.orders import models as orders
from booking.ratings import models as ratings

__all__ = ["busy", "calendar", "directory", "hours", "metadata", "orders", "ratings"]
