"""The functions that look at each new session keep their plans.

PostgreSQL expects fewer rows of a range of times once it knows the times: it planned anew for each session,
which took most of the time of the trigger. One query finds what is in the way. The lock comes before it: a
query sees what was committed until it begins.
"""

from alembic import op

revision = "0046"
down_revision = "0045"

STATEMENTS = (
    """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
    DECLARE
        first timestamptz := coalesce(NEW.held_from, NEW.starts_at);
        last timestamptz := coalesce(NEW.held_until, NEW.ends_at);
        met integer;
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(NEW.provider_id, 4));
        SELECT min(each.met) INTO met FROM (
            SELECT 1 AS met FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.order_id <> NEW.order_id AND own.starts_at < last AND own.ends_at > first
            UNION ALL
            SELECT 2 FROM blocked_time b
            WHERE NOT NEW.over_rules AND b.provider_id = NEW.provider_id AND b.ends_at > first
              AND b.ends_at < last + interval '2 days' AND b.starts_at < last
            UNION ALL
            SELECT 3 FROM session s
            WHERE NOT NEW.over_rules AND NEW.held_from IS NULL
              AND s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.held_until > first AND s.held_from < last AND s.held_from IS NOT NULL
            UNION ALL
            SELECT 3 FROM session s
            WHERE NOT NEW.over_rules AND NEW.held_from IS NOT NULL
              AND s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.ends_at > first - interval '4 hours' AND s.ends_at < last + interval '3 days'
              AND coalesce(s.held_until, s.ends_at) > first AND coalesce(s.held_from, s.starts_at) < last
        ) AS each;
        IF met = 1 THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        ELSIF met = 2 THEN
            RAISE EXCEPTION 'the provider has blocked this time'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_blocked_time';
        ELSIF met = 3 THEN
            RAISE EXCEPTION 'the provider has another session, or its buffer, then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_with_buffers';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    "ALTER FUNCTION check_booking_limits(text, text, json) SET plan_cache_mode = force_generic_plan",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
