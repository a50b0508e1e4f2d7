"""Every table of booking in one catalogue; what migrations and checks look at."""

from booking.directory import models as directory
from booking.hours import models as hours
from booking.model import metadata
from booking.orders import models as orders
from booking.ratings import models as ratings

__all__ = ["directory", "hours", "metadata", "orders", "ratings"]
