"""Each session has a state of its own, and an order keeps who pays how and for how many.

Everything is added with a default. The version before writes only an order's status: the trigger of an
order's steps lets the sessions follow it, so that no completed order has a session that is still to come.
"""

from alembic import op

revision = "0008"
down_revision = "0007"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
    ALTER TABLE booking_order
        ADD COLUMN multiple_clients boolean NOT NULL DEFAULT false,
        ADD COLUMN client_pay_status text NOT NULL DEFAULT 'unpaid',
        ADD COLUMN provider_pay_status text NOT NULL DEFAULT 'unpaid'
    """,
    """
    ALTER TABLE session ADD COLUMN state text NOT NULL DEFAULT 'upcoming'
        CONSTRAINT ck_session_state CHECK (state IN ('upcoming', 'ongoing', 'done', 'missed'))
    """,
    "UPDATE session SET state = 'done' WHERE status = 'completed' AND NOT proposed",
    # Of an ongoing order, the last session that has begun is ongoing (the first, when it was started early),
    # and those before it are done.
    """
    UPDATE session s SET state = CASE WHEN s.position = at.position THEN 'ongoing' ELSE 'done' END
    FROM (
        SELECT order_id, coalesce(max(position) FILTER (WHERE starts_at <= now()), min(position)) AS position
        FROM session WHERE status = 'ongoing' AND NOT proposed GROUP BY order_id
    ) AS at
    WHERE s.order_id = at.order_id AND NOT s.proposed AND s.position <= at.position
    """,
    """
    CREATE UNIQUE INDEX uq_session_order_ongoing ON session (order_id) WHERE state = 'ongoing'
    """,
    # What is done or missed holds no time, whatever becomes of the order.
    """
    ALTER TABLE session
        DROP CONSTRAINT ex_session_no_overlap,
        ADD CONSTRAINT ex_session_no_overlap EXCLUDE USING gist
            (hashtextextended(provider_id, 0) WITH =, tstzrange(starts_at, ends_at) WITH &&)
            WHERE (status IN ('pending', 'accepted', 'ongoing') AND state IN ('upcoming', 'ongoing'))
    """,
    """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT FROM booking_order o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at, s.state FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.client_id = NEW.provider_id AND o.status IN ('pending', 'accepted', 'ongoing')
              AND o.order_id <> NEW.order_id AND own.state IN ('upcoming', 'ongoing')
              AND own.starts_at < NEW.ends_at AND own.ends_at > NEW.starts_at
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    # An order is accepted again between two sessions, and completed when its last one was missed.
    """
    CREATE OR REPLACE FUNCTION booking_order_step() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (OLD.status, NEW.status) NOT IN (
            ('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'),
            ('accepted', 'ongoing'), ('accepted', 'completed'), ('accepted', 'cancelled'),
            ('ongoing', 'accepted'), ('ongoing', 'completed'), ('ongoing', 'cancelled')
        ) THEN
            RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_order_step';
        END IF;
        IF NEW.status = 'completed' THEN
            UPDATE session SET state = 'done'
            WHERE order_id = NEW.order_id AND NOT proposed AND state IN ('upcoming', 'ongoing');
        ELSIF NEW.status = 'ongoing' AND NOT EXISTS (
            SELECT FROM session WHERE order_id = NEW.order_id AND state = 'ongoing'
        ) THEN
            UPDATE session SET state = 'ongoing'
            WHERE order_id = NEW.order_id AND position = (
                SELECT min(position) FROM session
                WHERE order_id = NEW.order_id AND NOT proposed AND state = 'upcoming'
            );
        END IF;
        RETURN NEW;
    END
    $$
    """,
    # Reminders go on after the first session has begun, and every session has its own.
    """
    CREATE INDEX ix_session_remind ON session (remind_at)
        WHERE status IN ('accepted', 'ongoing') AND NOT proposed
    """,
    "DROP INDEX ix_session_remind_at",
    """
    UPDATE session SET remind_at = CASE WHEN starts_at - interval '24 hours' > now()
        THEN starts_at - interval '24 hours' ELSE starts_at - interval '1 hour' END
    WHERE status IN ('accepted', 'ongoing') AND NOT proposed AND state = 'upcoming' AND remind_at IS NULL
        AND starts_at - interval '1 hour' > now()
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
