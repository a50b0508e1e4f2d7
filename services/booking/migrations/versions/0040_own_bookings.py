"""Appointments that providers enter, and how they may move what is booked.

A session that its provider puts over blocked time or buffers says so, and the trigger looks at neither then;
`ex_session_no_overlap` and the provider's own appointments as a client forbid it all the same. Sessions of
the version before are not over any rules, as the default says.
"""

from alembic import op

revision = "0040"
down_revision = "0039"

STATEMENTS = (
    "ALTER TABLE session ADD COLUMN IF NOT EXISTS over_rules boolean NOT NULL DEFAULT false",
    "ALTER TABLE proposal ADD COLUMN IF NOT EXISTS over_rules boolean NOT NULL DEFAULT false",
    """
    CREATE TABLE IF NOT EXISTS move_terms (
        provider_id text NOT NULL,
        told_until_hours smallint NOT NULL,
        CONSTRAINT pk_move_terms PRIMARY KEY (provider_id),
        CONSTRAINT ck_move_terms_hours CHECK (told_until_hours BETWEEN 0 AND 720)
    )
    """,
    """
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
        IF NEW.over_rules THEN
            RETURN NULL;
        END IF;
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
""",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_account_proven_email")
        op.execute(
            "CREATE INDEX CONCURRENTLY ix_account_proven_email ON account (email) "
            "WHERE email <> '' AND confirmed AND NOT deleted"
        )
