"""Every table of this service, entered into one metadata (for migrations)."""

from notifications.alerts import models as alerts
from notifications.mail import models as mail
from notifications.messages import models as messages
from notifications.model import Model
from notifications.people import models as people
from notifications.push import models as push

__all__ = ["alerts", "mail", "messages", "metadata", "people", "push"]

metadata = Model.metadata
