"""The tables of a provider's clients."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class ClientRow(Model):
    """A person whom a provider knows as a client, and what the provider writes of them.

    Only the name must be known: a client without account or address (a walk-in, an imported row) is a row
    without `account_id` and `email`.
    """

    __tablename__ = "client"
    __table_args__ = (
        Index("ix_client_provider_id", "provider_id"),
        Index("ix_client_account_id", "account_id"),
    )

    client_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    account_id: Mapped[str | None]
    """Null for somebody without an account. The account's own name and address are shown then."""
    name: Mapped[str]
    """Of somebody without an account, as the newest order had it when they were entered."""
    email: Mapped[str] = mapped_column(server_default="")
    """In lower case; '' where none is known."""
    phone: Mapped[str] = mapped_column(server_default="")
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    note: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime]
    revision: Mapped[int] = mapped_column(server_default="1")
    imported_at: Mapped[datetime | None]
    """When the provider's own file named the client first. It stays when orders lose their names."""


class ClientPersonRow(Model):
    """By what the orders of a client are known: the id of an account, or the address of a guest.

    Guest and account with the same proven address have a row each that leads to one client. An order that
    the provider enters for somebody without both can be known by the client's own id.
    """

    __tablename__ = "client_person"
    __table_args__ = (
        Index("ix_client_person_client_id", "client_id"),
        Index("ix_client_person_person", "person"),
    )

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(primary_key=True)
    client_id: Mapped[str] = mapped_column(ForeignKey("client.client_id", ondelete="CASCADE"))


class ClientFileRow(Model):
    """A file that a provider keeps with a client: a picture, encoded anew, or a PDF as it was sent."""

    __tablename__ = "client_file"
    __table_args__ = (
        CheckConstraint("kind IN ('picture', 'pdf')", name="kind"),
        CheckConstraint("size = octet_length(content)", name="size"),
        Index("ix_client_file_provider_id", "provider_id"),
        Index("ix_client_file_client_id", "client_id"),
    )

    file_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    client_id: Mapped[str] = mapped_column(ForeignKey("client.client_id", ondelete="CASCADE"))
    name: Mapped[str]
    """With the ending of its kind."""
    kind: Mapped[str]
    size: Mapped[int]
    """Bytes."""
    content: Mapped[bytes]
    created_at: Mapped[datetime]
