"""The tables that every service has besides its own: outbox, published events, inbox, dead letters,
idempotency keys, parts of exports.

They are in each service's own database. `metadata` describes their present form. The first migration of each
service calls `create`, which never changes: a later change of these tables gets a function of its own, as
`follow_deletions` is one, called by a later migration of each service. A test checks that they agree.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    Uuid,
    func,
    literal_column,
)

from chassis import schema_steps
from chassis.schema_steps import Operations

metadata: Final = MetaData()

LINK_OR_CODE: Final = "key = 'identity.mail.requested'"
"""Which published events hold a link or code, as SQL; the words of their index."""

# One row for each event that is committed and not yet confirmed by the bus.
outbox: Final = Table(
    "outbox",
    metadata,
    Column("id", BigInteger, Identity(always=True), nullable=False),
    Column("event_id", Uuid(as_uuid=False), nullable=False),
    Column("aggregate", Text, nullable=False),  # the unit of order
    Column("key", Text, nullable=False),  # the routing key
    Column("payload", Text, nullable=False),  # the event as JSON
    Column("target", Text),  # the one consumer of a replayed event; null: every subscriber
    Column("trace", Text),  # W3C traceparent of the request that caused it
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("attempts", Integer, nullable=False, server_default=literal_column("0")),
    Column("next_attempt_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("last_error", Text),
    PrimaryKeyConstraint("id", name="outbox_pkey"),
    Index("outbox_aggregate_id_idx", "aggregate", "id"),
)

# A copy of each event that a broker holds for its readers, for the day on which the broker has lost it. An
# event goes back into the outbox under the id that it had there, and so before younger ones.
published_event: Final = Table(
    "published_event",
    metadata,
    Column("id", BigInteger, nullable=False),  # outbox.id
    Column("event_id", Uuid(as_uuid=False), nullable=False),
    Column("aggregate", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("target", Text),
    Column("trace", Text),
    Column("published_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("id", name="published_event_pkey"),
    Index("published_event_published_at_idx", "published_at"),
    Index("published_event_secret_idx", "published_at", postgresql_where=literal_column(LINK_OR_CODE)),
)

# One row for each event that was handled: the row commits together with the effect of the event.
inbox: Final = Table(
    "inbox",
    metadata,
    Column("consumer", Text, nullable=False),
    Column("event_id", Uuid(as_uuid=False), nullable=False),
    Column("received_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("consumer", "event_id", name="inbox_pkey"),
    Index("inbox_received_at_idx", "received_at"),
)

# Events dead-lettered by the local bus. RabbitMQ stores its own in the queue `openhours.<service>.dead`.
dead_letter: Final = Table(
    "dead_letter",
    metadata,
    Column("id", BigInteger, Identity(always=True), nullable=False),
    Column("event_id", Uuid(as_uuid=False), nullable=False),
    Column("aggregate", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("trace", Text),
    Column("reason", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("id", name="dead_letter_pkey"),
)

# The response to a write that carried an Idempotency-Key, stored for 24 hours.
idempotency_key: Final = Table(
    "idempotency_key",
    metadata,
    Column("caller", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("key", Text, nullable=False),  # a digest (http/sealed_answers)
    Column("fingerprint", LargeBinary, nullable=False),  # of the request's body
    Column("status", SmallInteger),
    Column("headers", Text),  # JSON object
    Column("body", LargeBinary),  # sealed
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("caller", "path", "key", name="idempotency_key_pkey"),
    Index("idempotency_key_created_at_idx", "created_at"),
)

# This service's part of an account's export (product.md 1.10). An account has one export at a time.
data_export_part: Final = Table(
    "data_export_part",
    metadata,
    Column("account_id", Text, nullable=False),
    Column("export_id", Text, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Column("body", LargeBinary),  # JSON, compressed by zlib; null until it is collected
    Column("attempts", Integer, nullable=False, server_default=literal_column("0")),
    Column("next_attempt_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("account_id", name="data_export_part_pkey"),
    Index("data_export_part_expires_at_idx", "expires_at"),
    Index(
        "data_export_part_next_attempt_at_idx",
        "next_attempt_at",
        postgresql_where=literal_column("body IS NULL"),
    ),
)


# The outbox is emptied as fast as it is filled: autovacuum goes by the number of dead rows, not their share.
_FIRST: Final = (
    """
    CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY,
        event_id uuid NOT NULL,
        aggregate text NOT NULL,
        key text NOT NULL,
        payload text NOT NULL,
        target text,
        trace text,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        last_error text,
        CONSTRAINT outbox_pkey PRIMARY KEY (id)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)
    """,
    "CREATE INDEX outbox_aggregate_id_idx ON outbox (aggregate, id)",
    """
    CREATE TABLE inbox (
        consumer text NOT NULL,
        event_id uuid NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
    )
    """,
    "CREATE INDEX inbox_received_at_idx ON inbox (received_at)",
    """
    CREATE TABLE dead_letter (
        id bigint GENERATED ALWAYS AS IDENTITY,
        event_id uuid NOT NULL,
        aggregate text NOT NULL,
        key text NOT NULL,
        payload text NOT NULL,
        trace text,
        reason text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT dead_letter_pkey PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE idempotency_key (
        caller text NOT NULL,
        path text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        status smallint,
        headers text,
        body bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_key_pkey PRIMARY KEY (caller, path, key)
    )
    """,
    "CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at)",
    """
    CREATE TABLE published_event (
        id bigint NOT NULL,
        event_id uuid NOT NULL,
        aggregate text NOT NULL,
        key text NOT NULL,
        payload text NOT NULL,
        target text,
        trace text,
        published_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT published_event_pkey PRIMARY KEY (id)
    )
    """,
    "CREATE INDEX published_event_published_at_idx ON published_event (published_at)",
    """
    CREATE TABLE data_export_part (
        account_id text NOT NULL,
        export_id text NOT NULL,
        expires_at timestamptz NOT NULL,
        body bytea,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT data_export_part_pkey PRIMARY KEY (account_id)
    )
    """,
    # It is compressed already.
    "ALTER TABLE data_export_part ALTER COLUMN body SET STORAGE EXTERNAL",
    "CREATE INDEX data_export_part_expires_at_idx ON data_export_part (expires_at)",
    """
    CREATE INDEX data_export_part_next_attempt_at_idx ON data_export_part (next_attempt_at)
        WHERE body IS NULL
    """,
)


def create(op: Operations) -> None:
    """Create the tables as release 1.0.0 had them; the first migration of each service calls this with
    `alembic.op`."""
    schema_steps.run_each(op, *_FIRST)


PRUNED: Final = ("inbox", "published_event", "idempotency_key", "data_export_part")
"""The tables of the chassis of which a job deletes rows by their age."""
TOASTED: Final = ("published_event", "idempotency_key", "data_export_part")
"""Those of them with values that may lie outside of their rows."""


def follow_deletions(op: Operations) -> None:
    """Have autovacuum follow the jobs that delete rows of these tables, and index the published events with a
    link or code, of which each look would else read all events of the last days. For a migration of each
    service, outside of a transaction."""
    schema_steps.vacuum_pruned(op, *PRUNED, toasted=TOASTED)
    schema_steps.build_index(
        op,
        "published_event_secret_idx",
        "published_event (published_at) WHERE key = 'identity.mail.requested'",
    )
