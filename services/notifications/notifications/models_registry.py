"""Every table of this service, entered into one metadata (for migrations)."""

from notifications.alerts import models as alerts
from notifications.declarative import Model
from notifications.devices import models as devices
from notifications.guest_data import models as guest_data
from notifications.mail import models as mail
from notifications.messages import models as messages
from notifications.projections import models as projections
from notifications.push_queue import models as push_queue
from notifications.unsubscribe import models as unsubscribe

__all__ = [
    "alerts", "devices", "guest_data", "mail", "messages", "metadata", "projections", "push_queue",
    "unsubscribe",
]  # fmt: skip

metadata = Model.metadata
