"""Time that providers block by hand: no session may meet it.

The trigger that looks at each new session, under the lock that bookings of one provider take, looks at
blocked time too; who blocks time takes the same lock, and looks at the sessions.
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

TRIGGER = """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        first timestamptz := coalesce(NEW.held_from, NEW.starts_at);
        last timestamptz := coalesce(NEW.held_until, NEW.ends_at);
    BEGIN
        IF EXISTS (
            SELECT FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.order_id <> NEW.order_id AND own.starts_at < last AND own.ends_at > first
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        PERFORM pg_advisory_xact_lock(hashtextextended(NEW.provider_id, 4));
        IF EXISTS (
            SELECT FROM blocked_time b
            WHERE b.provider_id = NEW.provider_id AND b.ends_at > first
              AND b.ends_at < last + interval '2 days' AND b.starts_at < last
        ) THEN
            RAISE EXCEPTION 'the provider has blocked this time'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_blocked_time';
        END IF;
        IF NEW.held_from IS NULL AND EXISTS (
            SELECT FROM session s
            WHERE s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.held_until > first AND s.held_from < last AND s.held_from IS NOT NULL
        ) OR NEW.held_from IS NOT NULL AND EXISTS (
            SELECT FROM session s
            WHERE s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.ends_at > first - interval '4 hours' AND s.ends_at < last + interval '3 days'
              AND coalesce(s.held_until, s.ends_at) > first AND coalesce(s.held_from, s.starts_at) < last
        ) THEN
            RAISE EXCEPTION 'the provider has another session, or its buffer, then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_with_buffers';
        END IF;
        RETURN NULL;
    END
    $$
"""


def upgrade() -> None:
    op.create_table(
        "time_block",
        sa.Column("block_id", sa.Text, nullable=False),
        sa.Column("provider_id", sa.Text, nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("start_minute", sa.SmallInteger, nullable=False),
        sa.Column("end_minute", sa.SmallInteger, nullable=False),
        sa.Column("repeat", sa.Text, nullable=False),
        sa.Column("until", sa.Date),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("block_id", name="pk_time_block"),
        sa.CheckConstraint("repeat IN ('', 'daily', 'weekly')", name="ck_time_block_repeat"),
        sa.CheckConstraint("end_minute > start_minute", name="ck_time_block_lasts"),
    )
    op.create_index("ix_time_block_provider_id", "time_block", ["provider_id"])
    op.create_table(
        "blocked_time",
        sa.Column("block_id", sa.Text, nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("provider_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("block_id", "starts_at", name="pk_blocked_time"),
        sa.ForeignKeyConstraint(
            ["block_id"],
            ["time_block.block_id"],
            name="fk_blocked_time_block_id_time_block",
            ondelete="CASCADE",
        ),
        sa.CheckConstraint("ends_at > starts_at", name="ck_blocked_time_lasts"),
    )
    op.create_index("ix_blocked_time_provider_id_ends_at", "blocked_time", ["provider_id", "ends_at"])
    op.execute(TRIGGER)
