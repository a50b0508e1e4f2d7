"""The settings of notifications, besides those of every service."""

from pathlib import Path
from typing import Annotated, Self

from chassis.clear_text import check_mail_url
from chassis.settings import SealingSettings
from fastapi import Depends, Request
from pydantic import AliasChoices, Field, IPvAnyNetwork, SecretStr, model_validator


class NotificationsSettings(SealingSettings):
    """Where mail and push go, read from the environment."""

    port: int = 8105

    mail_url: SecretStr | None = None
    """`smtp://`, `smtps://` or `smtp+starttls://user:password@host:port`. Unset: the mailbox at /dev/mail."""
    mail_from: str = "Openhours <hello@openhours.example>"
    mail_timeout_seconds: float = Field(default=30, gt=0)
    mail_workers: int = Field(default=8, ge=1)
    """How many mails one process sends at once, each on its own connection to the mail server; those that are
    accepted and not recorded yet count too. At 50 bookings a second six mails are queued at once, and four
    are accepted between two recordings: with less room they are claimed by statements of their own, and
    recorded sooner, fewer at a time. Few mails open few connections. A crash may repeat as many mails."""

    fcm_credentials: SecretStr | None = None
    """A service account of Firebase, by which devices are reached: the path of its file, or its JSON. Unset:
    each push is a line in the log."""
    vapid_key_pem: SecretStr | None = None
    """The EC P-256 private key that names us to the push services of browsers (RFC 8292), as PEM. A new key
    ends every subscription until its browser comes back. Neither this nor a path: browsers are not offered
    push."""
    vapid_key_path: Path | None = None
    """A file that holds it instead."""
    vapid_key_create: bool = False
    """Make that file, mode 600, when it does not exist yet (the embedded environment)."""
    push_networks: tuple[IPvAnyNetwork, ...] = ()
    """Private networks (JSON list of CIDRs) in which push services of browsers may be; none by default."""
    mail_retention_days: int = Field(
        default=365,
        ge=1,
        validation_alias=AliasChoices("mail_retention_days", "guest_mail_retention_days"),
    )
    """How long the record of a mail is kept (product.md 4.6, 5.3). GUEST_MAIL_RETENTION_DAYS is its name in
    the first release."""
    push_workers: int = Field(default=4, ge=1)
    """How many pushes one process sends at once."""

    @model_validator(mode="after")
    def _no_clear_text_password(self) -> Self:
        if self.mail_url is not None:
            check_mail_url(self.mail_url.get_secret_value(), self.clear_text_hosts)
        return self


async def _settings(request: Request) -> NotificationsSettings:
    return request.app.state.settings


RequestSettings = Annotated[NotificationsSettings, Depends(_settings)]
"""The settings of the service that serves the request."""
