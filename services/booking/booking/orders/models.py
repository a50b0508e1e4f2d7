"""The tables of orders, their sessions, proposed times and ratings.

The database itself refuses what must never happen: two active sessions of one provider that overlap, and two
ongoing orders of one provider or client (product.md 4.5 and 4.9).
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    SmallInteger,
    UniqueConstraint,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import JSONB, ExcludeConstraint
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model

_HOLDING: Final = literal_column("status IN ('pending', 'accepted', 'ongoing')")
_HELD: Final = literal_column(
    "status IN ('pending', 'accepted', 'ongoing') AND state IN ('upcoming', 'ongoing')"
)
_STATES: Final = "state IN ('upcoming', 'ongoing', 'done', 'missed')"
_STATUSES: Final = "status IN ('pending', 'accepted', 'ongoing', 'completed', 'cancelled', 'rejected')"
_ONGOING: Final = literal_column("status = 'ongoing'")
_AGREED: Final = literal_column("ends_at IS NOT NULL AND status IN ('accepted', 'ongoing')")
_HELD_BY_PROVIDER: Final = literal_column(
    "provider_id IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')"
)
_HELD_BY_CLIENT: Final = literal_column(
    "client_id IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')"
)
_COMPLETED: Final = literal_column("status = 'completed'")
_OF_COMPLETED: Final = literal_column("provider_id IS NOT NULL AND status = 'completed'")
_WITH_BUFFERS: Final = literal_column(
    "held_from IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')"
)

NO_OVERLAP: Final = "ex_session_no_overlap"
"""The constraint that forbids overlapping active sessions of a provider."""
WITH_BUFFERS: Final = "session_with_buffers"
"""What the trigger `session_of_free_provider` raises where a session with its buffers would meet another one
with its own. (PostgreSQL builds no exclusion constraint without locking the table for long.)"""
BOOKING_LIMIT: Final = "booking_limit_"
"""What begins the name that the function `check_booking_limits` raises; the position of the limit follows."""
FREE_PROVIDER: Final = "session_of_free_provider"
"""The trigger that keeps a provider's own appointments as a client from overlapping their sessions."""
BLOCKED_TIME: Final = "session_of_blocked_time"
"""What the trigger `session_of_free_provider` raises where the provider has blocked the time
(product.md 4.24)."""
OPEN_ACCOUNTS: Final = "order_of_open_accounts"
"""The trigger that refuses an order of a suspended or deleted account."""
NEWCOMER_WITH_PROVIDER: Final = "newcomer_requests_with_provider"
NEWCOMER_OVER_ALL: Final = "newcomer_requests"
"""What the trigger of the same name raises for who has had no appointment yet (product.md 4.4)."""
INTAKE_FILE: Final = "intake_file_"
"""What begins the name that the trigger `claim_intake_files` raises; the place of the answer follows
(product.md 4.21)."""
PROVIDER_ONGOING: Final = "uq_booking_order_provider_ongoing"
CLIENT_ONGOING: Final = "uq_booking_order_client_ongoing"
SESSION_ONGOING: Final = "uq_session_order_ongoing"
"""The index that lets no more than one session of an order be ongoing (product.md 4.9)."""


class OrderRow(Model):
    """An order. `client_id` is null for a guest, `guest_id` for an account; both are null once the account is
    erased.
    """

    __tablename__ = "booking_order"
    __table_args__ = (
        CheckConstraint(_STATUSES, name="status"),
        CheckConstraint("delivery_mode IN ('in-person', 'remote')", name="delivery_mode"),
        CheckConstraint("ends_at > starts_at", name="lasts"),
        CheckConstraint("client_id IS NULL OR guest_id IS NULL", name="one_client"),
        CheckConstraint("origin IN ('request', 'instant', 'provider')", name="origin"),
        CheckConstraint("client_id IS DISTINCT FROM provider_id", name="not_own"),
        CheckConstraint("cancellation IS NULL OR status = 'cancelled'", name="cancellation"),
        UniqueConstraint("order_id", "status"),  # the target of the session's foreign key
        Index("ix_booking_order_provider_id_order_id", "provider_id", "order_id"),
        Index(
            "ix_booking_order_client_id_order_id",
            "client_id",
            "order_id",
            postgresql_where=literal_column("client_id IS NOT NULL"),
        ),
        # IS NOT NULL of a first column: only a statement that names it may use the index. One that looked
        # empty to the planner would be read as a whole instead.
        Index("ix_booking_order_provider_open", "provider_id", postgresql_where=_HELD_BY_PROVIDER),
        Index(
            "ix_booking_order_client_provider_open",
            "client_id",
            "provider_id",
            postgresql_where=_HELD_BY_CLIENT,
        ),
        Index(
            "ix_booking_order_guest_pending",
            "client_email",
            postgresql_where=literal_column("status = 'pending' AND guest_id IS NOT NULL"),
        ),
        Index("ix_booking_order_client_completed", "client_id", postgresql_where=_COMPLETED),
        Index(
            "ix_booking_order_guest_completed",
            "client_email",
            postgresql_where=literal_column("status = 'completed' AND guest_id IS NOT NULL"),
        ),
        Index(
            "ix_booking_order_guest_email",
            "client_email",
            postgresql_where=literal_column("guest_id IS NOT NULL"),
        ),
        Index(
            "ix_booking_order_guest_ends_at",
            "ends_at",
            postgresql_where=literal_column("ends_at IS NOT NULL AND guest_id IS NOT NULL"),
        ),
        Index(
            "ix_booking_order_pending_starts_at",
            "starts_at",
            postgresql_where=literal_column("starts_at IS NOT NULL AND status = 'pending'"),
        ),
        Index(
            "ix_booking_order_pending_answer_by",
            "answer_by",
            postgresql_where=literal_column("answer_by IS NOT NULL AND status = 'pending'"),
        ),
        Index(
            "ix_booking_order_invited_id",
            "invited_id",
            "order_id",
            postgresql_where=literal_column("invited_id IS NOT NULL"),
        ),
        Index("ix_booking_order_agreed_ends_at", "ends_at", postgresql_where=_AGREED),
        Index(PROVIDER_ONGOING, "provider_id", unique=True, postgresql_where=_ONGOING),
        Index(CLIENT_ONGOING, "client_id", unique=True, postgresql_where=_ONGOING),
    )

    order_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    client_id: Mapped[str | None]
    guest_id: Mapped[str | None]
    client_name: Mapped[str]
    client_email: Mapped[str]
    status: Mapped[str]
    brief: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    """What the side that acted last wrote."""
    delivery_mode: Mapped[str]
    delivery_location: Mapped[str]
    place: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """The provider's place: place_id, name and note as they were. Null where none was chosen."""
    at_client: Mapped[bool] = mapped_column(server_default="false")
    """Whether it is held at the client's address; `place` has then the client's words on how to find it."""
    intake: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB)
    """What the client was asked and answered, as `KeptAnswer` each; null where nothing was asked."""
    services: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    """As ordered: service_id, name, minutes, cost_minor, brief, price_kind unless it is fixed."""
    total_minor: Mapped[int] = mapped_column(BigInteger)
    total_minutes: Mapped[int]
    currency: Mapped[str]
    provider_timezone: Mapped[str]
    client_timezone: Mapped[str]
    client_language: Mapped[str] = mapped_column(server_default="english")
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    created_at: Mapped[datetime]
    answer_by: Mapped[datetime | None]
    """Until when the request waits for an answer; null in orders of before, which wait until their start."""
    completed_at: Mapped[datetime | None]
    """Null unless it is completed, and in orders that were completed before this was kept."""
    rating_requested_at: Mapped[datetime | None]
    link_mailed_at: Mapped[datetime | None]
    link_generation: Mapped[int] = mapped_column(server_default="1")
    """Rises whenever the guest's link must stop working."""
    calendar_sequence: Mapped[int] = mapped_column(server_default="-1")
    """SEQUENCE of the last calendar file; -1 when none was sent."""
    times_proposed: Mapped[int] = mapped_column(server_default="0")
    multiple_clients: Mapped[bool] = mapped_column(server_default="false")
    """Whether the client comes with others."""
    client_pay_status: Mapped[str] = mapped_column(server_default="unpaid")
    """What the client's screen says of payment; nothing follows from it."""
    provider_pay_status: Mapped[str] = mapped_column(server_default="unpaid")
    origin: Mapped[str] = mapped_column(server_default="request")
    """How it came about: 'request', 'instant' (a client booked it at once) or 'provider'."""
    agreed_at: Mapped[datetime | None]
    """When the client agreed to what the provider had entered; null for all that clients placed."""
    invited_id: Mapped[str | None]
    """The account that has proven the address for which the provider entered it. It sees the order and can
    agree to it, and only then its provider learns of the account."""
    cancellation_terms: Mapped[list[list[Any]] | None] = mapped_column(JSONB)
    """Those of its services as they were when it was placed, as `CancellationTerms` each; null for none."""
    cancellation: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """How it was cancelled, as `Cancellation`; null unless it is, and where it was before this was kept."""
    revision: Mapped[int]


class IntakeFileRow(Model):
    """A picture or a PDF that answers a question. It waits for its order, which the trigger
    `claim_intake_files` gives it to.
    """

    __tablename__ = "intake_file"
    __table_args__ = (
        Index("ix_intake_file_owner_id", "owner_id"),
        Index(
            "ix_intake_file_order_id",
            "order_id",
            postgresql_where=literal_column("order_id IS NOT NULL"),
        ),
        Index("ix_intake_file_unused", "created_at", postgresql_where=literal_column("order_id IS NULL")),
    )

    file_id: Mapped[str] = mapped_column(primary_key=True)
    owner_id: Mapped[str]
    """The account or guest who sent it."""
    order_id: Mapped[str | None] = mapped_column(ForeignKey("booking_order.order_id", ondelete="CASCADE"))
    content: Mapped[bytes]
    """A JPEG, or a PDF as it was sent."""
    width: Mapped[int]
    """In pixels. A PDF has neither width nor height: both are 0."""
    height: Mapped[int]
    created_at: Mapped[datetime]


class SessionRow(Model):
    """One booked time of an order, or time held for a proposed one.

    `status` is the order's. The foreign key carries each change of it over, so that one constraint can say
    which sessions hold their time: those that are not over, of an order that holds. `state` is the session's
    own (product.md 4.7).
    """

    __tablename__ = "session"
    __table_args__ = (
        ForeignKeyConstraint(
            ["order_id", "status"],
            ["booking_order.order_id", "booking_order.status"],
            name="fk_session_order_id_status_booking_order",
            onupdate="CASCADE",
            ondelete="CASCADE",
        ),
        CheckConstraint("ends_at > starts_at", name="lasts"),
        CheckConstraint("ends_at - starts_at <= interval '2 days'", name="not_for_days"),  # for slots.hot_sql
        ExcludeConstraint(
            (func.hashtextextended(literal_column("provider_id"), 0), "="),
            (func.tstzrange(literal_column("starts_at"), literal_column("ends_at")), "&&"),
            name=NO_OVERLAP,
            using="gist",
            where=_HELD,
        ),
        Index("ix_session_provider_held", "provider_id", "ends_at", postgresql_where=_HOLDING),
        CheckConstraint(
            "(held_from IS NULL) = (held_until IS NULL) "
            "AND held_from BETWEEN starts_at - interval '4 hours' AND starts_at "
            "AND held_until BETWEEN ends_at AND ends_at + interval '4 hours'",
            name="held",  # for slots.hot_sql
        ),
        Index("ix_session_buffers", "provider_id", "held_until", postgresql_where=_WITH_BUFFERS),
        Index("ix_session_completed", "provider_id", "starts_at", postgresql_where=_OF_COMPLETED),
        Index(
            "ix_session_remind",
            "remind_at",
            postgresql_where=literal_column("status IN ('accepted', 'ongoing') AND NOT proposed"),
        ),
        CheckConstraint(_STATES, name="state"),
        CheckConstraint("no_show IS NULL OR state = 'missed'", name="no_show"),
        Index(SESSION_ONGOING, "order_id", unique=True, postgresql_where=literal_column("state = 'ongoing'")),
    )

    order_id: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    slot_id: Mapped[str]
    alias: Mapped[str] = mapped_column(server_default="")
    provider_id: Mapped[str]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    held_from: Mapped[datetime | None]
    """The session with the buffer before it; null where it has no buffers."""
    held_until: Mapped[datetime | None]
    over_rules: Mapped[bool] = mapped_column(server_default="false")
    """Whether the provider put it over blocked time or buffers: the trigger looks at neither then."""
    status: Mapped[str]
    proposed: Mapped[bool] = mapped_column(server_default="false")
    """Whether the time is held for a proposal."""
    state: Mapped[str] = mapped_column(server_default="upcoming")
    remind_at: Mapped[datetime | None]
    """When the next reminder is due."""
    coming_at: Mapped[datetime | None]
    """When the client said that they come; null where they have not."""
    no_show: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """Who says that the other side did not come, as `NoShow`; its times are seconds since 1970 UTC."""


class ProposalRow(Model):
    """Another time that one side proposes for an order."""

    __tablename__ = "proposal"
    __table_args__ = (
        CheckConstraint("proposed_by IN ('provider', 'client')", name="proposed_by"),
        Index("ix_proposal_lapses_at", "lapses_at"),
    )

    order_id: Mapped[str] = mapped_column(
        ForeignKey("booking_order.order_id", ondelete="CASCADE"), primary_key=True
    )
    proposed_by: Mapped[str]
    sessions: Mapped[list[list[str | int]]] = mapped_column(JSONB)
    """[slot_id, alias, start, end] each; the times are seconds since 1970 UTC."""
    note: Mapped[str]
    lapses_at: Mapped[datetime]
    buffer_before: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Minutes before the proposed session that are held with it."""
    buffer_after: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    over_rules: Mapped[bool] = mapped_column(server_default="false")
    """Whether the provider proposed it over blocked time or buffers, as in `session`."""


class RatingRow(Model):
    """The rating of an order, which its bookings show. `client_id` is null for a guest, and once the account
    is erased.
    """

    __tablename__ = "rating"
    __table_args__ = (
        CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),
        Index("ix_rating_provider_id_created_at_order_id", "provider_id", "created_at", "order_id"),
        Index("ix_rating_client_id", "client_id"),
        Index(
            "ix_rating_hidden_until",
            "hidden_until",
            postgresql_where=literal_column("hidden_until IS NOT NULL"),
        ),
    )

    order_id: Mapped[str] = mapped_column(ForeignKey("booking_order.order_id"), primary_key=True)
    provider_id: Mapped[str]
    client_id: Mapped[str | None]
    name: Mapped[str]
    stars: Mapped[int] = mapped_column(SmallInteger)
    feedback: Mapped[str]
    trusted: Mapped[bool]
    created_at: Mapped[datetime]
    hidden_until: Mapped[datetime | None]
    """Until when at most nobody but its author sees it; null once it is shown, and in ratings of before."""
    removed: Mapped[bool] = mapped_column(server_default="false")
    """Whether the staff took it down. Then it is not counted."""
    standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
    answer: Mapped[str] = mapped_column(server_default="")
    """What the provider answered; '' also once the provider has removed it."""
    answered_at: Mapped[datetime | None]
    answer_removed: Mapped[bool] = mapped_column(server_default="false")
    """Whether the staff took the answer down."""
    answer_standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")


class ClientRatingRow(Model):
    """What the provider of an order said of its client. `client_id` is null for a guest, and once the account
    is erased.
    """

    __tablename__ = "client_rating"
    __table_args__ = (
        CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),
        Index("ix_client_rating_provider_id", "provider_id"),
        Index("ix_client_rating_client_id", "client_id"),
        Index(
            "ix_client_rating_hidden_until",
            "hidden_until",
            postgresql_where=literal_column("hidden_until IS NOT NULL"),
        ),
    )

    order_id: Mapped[str] = mapped_column(ForeignKey("booking_order.order_id"), primary_key=True)
    provider_id: Mapped[str]
    client_id: Mapped[str | None]
    stars: Mapped[int] = mapped_column(SmallInteger)
    feedback: Mapped[str]
    created_at: Mapped[datetime]
    hidden_until: Mapped[datetime | None]
    removed: Mapped[bool] = mapped_column(server_default="false")
    standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
