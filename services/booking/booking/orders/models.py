"""Orders and their sessions. What must never happen is refused by the database itself:
two active sessions of one provider that overlap, two ongoing orders of one provider or client.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, ExcludeConstraint

from booking.declarative import metadata

_STATUSES: Final = "status IN ('pending', 'accepted', 'ongoing', 'completed', 'cancelled', 'rejected')"
_LANGUAGES: Final = "client_language IN ('english', 'french', 'spanish', 'arabic')"
_HOLDING: Final = "status IN ('pending', 'accepted', 'ongoing')"
NO_OVERLAP: Final = "ex_session_no_overlap"
OF_OPEN_ACCOUNTS: Final = "order_of_open_accounts"

# `client_id` is null for a guest, `guest_id` for an account; both are null once the account is erased.
booking_order: Final = Table(
    "booking_order",
    metadata,
    Column("order_id", Text, primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("client_id", Text),
    Column("guest_id", Text),
    Column("client_name", Text, nullable=False),
    Column("client_email", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("brief", Text, nullable=False),
    Column("note", Text, nullable=False, server_default=""),  # what the side that acted last wrote
    Column("delivery_mode", Text, nullable=False),
    Column("delivery_location", Text, nullable=False),
    Column("services", JSONB, nullable=False),  # as ordered: service_id, name, minutes, cost_minor
    Column("total_minor", BigInteger, nullable=False),
    Column("total_minutes", Integer, nullable=False),
    Column("currency", Text, nullable=False),
    Column("provider_timezone", Text, nullable=False),
    Column("client_timezone", Text, nullable=False),
    Column("client_language", Text, nullable=False, server_default="english"),
    Column("starts_at", DateTime(timezone=True), nullable=False),
    Column("ends_at", DateTime(timezone=True), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("rating_requested_at", DateTime(timezone=True)),
    Column("link_mailed_at", DateTime(timezone=True)),
    Column("calendar_sequence", Integer, nullable=False, server_default=text("-1")),  # -1: no file was sent
    Column("times_proposed", Integer, nullable=False, server_default=text("0")),
    Column("revision", Integer, nullable=False),
    CheckConstraint(_STATUSES, name="status"),
    CheckConstraint(_LANGUAGES, name="client_language"),
    CheckConstraint("delivery_mode IN ('in-person', 'remote')", name="delivery_mode"),
    CheckConstraint("ends_at > starts_at", name="lasts"),
    CheckConstraint("client_id IS NULL OR guest_id IS NULL", name="one_client"),
    CheckConstraint("client_id IS DISTINCT FROM provider_id", name="not_own"),
    UniqueConstraint("order_id", "status"),  # what a session's status hangs on
    Index("ix_booking_order_provider_id_order_id", "provider_id", "order_id"),
    Index(
        "ix_booking_order_client_id_order_id", "client_id", "order_id",
        postgresql_where=text("client_id IS NOT NULL"),
    ),
    Index(
        "ix_booking_order_provider_open", "provider_id", postgresql_where=text(_HOLDING),
    ),
    Index(
        "ix_booking_order_client_provider_open", "client_id", "provider_id", postgresql_where=text(_HOLDING),
    ),
    Index(
        "ix_booking_order_guest_pending", "client_email",
        postgresql_where=text("status = 'pending' AND guest_id IS NOT NULL"),
    ),
    Index("ix_booking_order_pending_starts_at", "starts_at", postgresql_where=text("status = 'pending'")),
    Index(
        "uq_booking_order_provider_ongoing", "provider_id", unique=True,
        postgresql_where=text("status = 'ongoing'"),
    ),
    Index(
        "uq_booking_order_client_ongoing", "client_id", unique=True,
        postgresql_where=text("status = 'ongoing'"),
    ),
)  # fmt: skip

# `status` is the order's, carried over by the foreign key at every change of it, so that one constraint
# can say which sessions hold their time.
session: Final = Table(
    "session",
    metadata,
    Column("order_id", Text, primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("slot_id", Text, nullable=False),
    Column("alias", Text, nullable=False, server_default=""),
    Column("provider_id", Text, nullable=False),
    Column("starts_at", DateTime(timezone=True), nullable=False),
    Column("ends_at", DateTime(timezone=True), nullable=False),
    Column("status", Text, nullable=False),
    Column("proposed", Boolean, nullable=False, server_default=text("false")),  # held for a new time
    Column("remind_at", DateTime(timezone=True)),  # when the next reminder is due
    ForeignKeyConstraint(
        ["order_id", "status"],
        ["booking_order.order_id", "booking_order.status"],
        name="fk_session_order_id_status_booking_order",
        onupdate="CASCADE",
        ondelete="CASCADE",
    ),
    CheckConstraint("ends_at > starts_at", name="lasts"),
    CheckConstraint("ends_at - starts_at <= interval '2 days'", name="not_for_days"),  # for slots.held
    ExcludeConstraint(
        (func.hashtextextended(text("provider_id"), 0), "="),
        (func.tstzrange(text("starts_at"), text("ends_at")), "&&"),
        name=NO_OVERLAP,
        using="gist",
        where=text(_HOLDING),
    ),
    Index("ix_session_provider_held", "provider_id", "ends_at", postgresql_where=text(_HOLDING)),
    Index(
        "ix_session_remind_at", "remind_at", postgresql_where=text("status = 'accepted' AND NOT proposed")
    ),
)  # fmt: skip

# Another time that one side proposes for an order; sessions are [slot_id, alias, start, end] in seconds.
proposal: Final = Table(
    "proposal",
    metadata,
    Column("order_id", Text, ForeignKey("booking_order.order_id", ondelete="CASCADE"), primary_key=True),
    Column("proposed_by", Text, nullable=False),
    Column("sessions", JSONB, nullable=False),
    Column("note", Text, nullable=False),
    Column("lapses_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("proposed_by IN ('provider', 'client')", name="proposed_by"),
    Index("ix_proposal_lapses_at", "lapses_at"),
)
