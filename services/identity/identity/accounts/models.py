"""The account, and the id that remains after its deletion."""

from datetime import datetime

from contracts.events.identity import HourCycle
from contracts.languages import Language
from sqlalchemy import BigInteger, CheckConstraint, DateTime, Index, LargeBinary, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class AccountRow(Model):
    """A person or a brand with a mail address and a password."""

    __tablename__ = "account"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text, unique=True)
    """Lower case and NFC, as every request field of an address is: one account on each."""
    username: Mapped[str | None] = mapped_column(Text)
    password_hash: Mapped[str] = mapped_column(Text)
    verified_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    requested_appointment: Mapped[bool] = mapped_column(server_default="false")
    """Whether it has ever requested an appointment (known from booking's events)."""
    fav_category: Mapped[list[str]] = mapped_column(JSONB, server_default='["all"]')
    fav_services: Mapped[list[str]] = mapped_column(JSONB, server_default='["all"]')
    channels: Mapped[dict[str, dict[str, bool]]] = mapped_column(JSONB, server_default="{}")
    """The notification preferences that differ from the default: kind -> channel -> on."""
    staff: Mapped[bool] = mapped_column(server_default="false")
    """Whether it belongs to the staff of Openhours; a command creates such accounts."""
    suspended: Mapped[bool] = mapped_column(server_default="false")
    """Whether the staff have suspended it (known from profiles' events): it cannot sign in."""
    standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
    language: Mapped[Language] = mapped_column(Text, server_default="english")
    """The language of its mails and alerts."""
    language_said: Mapped[bool] = mapped_column(server_default="false")
    """Whether a device or the owner has set the language; until then it is the default."""
    timezone: Mapped[str] = mapped_column(Text, server_default="")
    """The IANA zone of the device that it used last; '' where none has said one."""
    hour_cycle: Mapped[HourCycle] = mapped_column(Text, server_default="")
    """The clock of that device."""
    revision: Mapped[int] = mapped_column(BigInteger, server_default="1")

    __table_args__ = (
        Index("uq_account_lower_username", func.lower(username), unique=True),
        CheckConstraint("email = lower(email)", name="email_lower_case"),
        CheckConstraint("hour_cycle IN ('', 'h12', 'h23')", name="hour_cycle"),
        CheckConstraint("username ~ '^[A-Za-z0-9_-]{3,40}$'", name="username_shape"),
    )


class ReservedUsernameRow(Model):
    """The former username of an account, or that of a deleted one: nobody else takes it until it is free."""

    __tablename__ = "reserved_username"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of the username in lower case: of the person nothing else is left that could be read."""
    until: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    former_owner: Mapped[bytes | None] = mapped_column(LargeBinary)
    """SHA-256 of the username and the account's id: that account may take it. NULL for a deleted account."""


class DeletedAccountRow(Model):
    """The id of a deleted account; nothing else of it is stored. A replay publishes the deletion again."""

    __tablename__ = "deleted_account"

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    deleted_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
