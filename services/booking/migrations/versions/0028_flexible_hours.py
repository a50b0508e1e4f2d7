"""Flexible hours, limits, and sessions that are held with buffers around them.

`ex_session_no_overlap` stays as it is: it forbids sessions that overlap. PostgreSQL builds no exclusion
constraint without a lock for as long as that takes (16 s for 200,000 held sessions among 2,000,000), so what
the buffers ask for beyond it is held by the trigger that looks at each new session already, under the lock
that bookings of one provider take anyway. A session without buffers, as the version before writes them, has
no `held_from`, and looks only at the few sessions that have some.
"""

from alembic import op

revision = "0028"
down_revision = "0027"

STATEMENTS = (
    """
    ALTER TABLE hours
        ADD COLUMN IF NOT EXISTS flexible boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS keep_gaps boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS most_per_day integer NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS most_per_week integer NOT NULL DEFAULT 0
    """,
    """
    ALTER TABLE session
        ADD COLUMN IF NOT EXISTS held_from timestamptz,
        ADD COLUMN IF NOT EXISTS held_until timestamptz
    """,
    """
    ALTER TABLE proposal
        ADD COLUMN IF NOT EXISTS buffer_before smallint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS buffer_after smallint NOT NULL DEFAULT 0
    """,
    """
    DO $$
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_constraint
                       WHERE conname = 'ck_session_held' AND conrelid = 'session'::regclass) THEN
            ALTER TABLE session ADD CONSTRAINT ck_session_held CHECK (
                (held_from IS NULL) = (held_until IS NULL)
                AND held_from BETWEEN starts_at - interval '4 hours' AND starts_at
                AND held_until BETWEEN ends_at AND ends_at + interval '4 hours') NOT VALID;
        END IF;
    END
    $$
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
    # Called under the lock of the provider: each query of it sees what was committed before.
    """
    CREATE OR REPLACE FUNCTION check_booking_limits(provider text, but_order text, limits json)
    RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        span record;
        known bigint;
    BEGIN
        FOR span IN
            SELECT * FROM json_to_recordset(limits)
                AS each (position integer, service text, first timestamptz, last timestamptz, most integer,
                         adding integer)
        LOOP
            SELECT count(*) INTO known
            FROM (
                SELECT s.order_id FROM session s
                WHERE s.provider_id = provider AND s.status IN ('pending', 'accepted', 'ongoing')
                  AND NOT s.proposed AND s.starts_at >= span.first AND s.starts_at < span.last
                  AND s.ends_at > span.first AND s.ends_at < span.last + interval '2 days'
                UNION ALL
                SELECT s.order_id FROM session s
                WHERE s.provider_id = provider AND s.status = 'completed'
                  AND NOT s.proposed AND s.starts_at >= span.first AND s.starts_at < span.last
            ) AS counted
            WHERE counted.order_id <> but_order AND (span.service = '' OR EXISTS (
                SELECT FROM booking_order o WHERE o.order_id = counted.order_id
                  AND o.services @> jsonb_build_array(jsonb_build_object('service_id', span.service))));
            IF known + span.adding > span.most THEN
                RAISE EXCEPTION '% of % sessions are booked', known, span.most USING
                    ERRCODE = 'check_violation', CONSTRAINT = 'booking_limit_' || span.position;
            END IF;
        END LOOP;
        RETURN 0;
    END
    $$
    """,
)
INDEXES = (
    (
        "ix_session_buffers",
        "session (provider_id, held_until) WHERE held_from IS NOT NULL "
        "AND status IN ('pending', 'accepted', 'ongoing')",
    ),
    (
        "ix_session_completed",
        "session (provider_id, starts_at) WHERE provider_id IS NOT NULL AND status = 'completed'",
    ),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE session VALIDATE CONSTRAINT ck_session_held")
        for name, target in INDEXES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {target}")
