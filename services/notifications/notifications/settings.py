"""The settings of notifications, besides those of every service."""

from chassis.settings import ServiceSettings
from pydantic import Field, SecretStr


class NotificationsSettings(ServiceSettings):
    """Where mail and push go, read from the environment."""

    port: int = 8105

    mail_url: SecretStr | None = None
    """`smtp://`, `smtps://` or `smtp+starttls://user:password@host:port`. Unset: the mailbox at /dev/mail."""
    mail_from: str = "Openhours <hello@openhours.example>"
    mail_timeout_seconds: float = Field(default=30, gt=0)
    mail_workers: int = Field(default=4, ge=1)
    """How many mails one process sends at once."""

    fcm_credentials: SecretStr | None = None
    """A service account of Firebase, by which devices are reached: the path of its file, or its JSON. Unset:
    each push is a line in the log."""
    push_workers: int = Field(default=2, ge=1)
    """How many pushes one process sends at once."""
