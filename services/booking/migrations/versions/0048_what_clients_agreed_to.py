"""What a provider enters alone waits for the client's word; what a newcomer proposes counts as asked for.

The columns and functions bear the version before: what that has written is agreed to unless a provider
entered it.
"""

from alembic import op
from chassis import schema_steps

revision = "0048"
down_revision = "0047"

FUNCTIONS = (
    # What a provider has entered alone takes no time of the client's.
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
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing')
                  AND (origin <> 'provider' OR agreed_at IS NOT NULL) OFFSET 0
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
    # One rule for what is placed and for what is proposed: how many sessions a newcomer may wait for.
    """
    CREATE OR REPLACE FUNCTION check_newcomer(client text, address text, provider text, most_with bigint,
        most bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
        with_provider bigint;
        over_all bigint;
    BEGIN
        IF client IS NOT NULL THEN
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.client_id = client AND o.status = 'completed' AND s.state = 'done'
                         AND (o.origin <> 'provider' OR o.agreed_at IS NOT NULL)) THEN
                RETURN;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = provider), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id FROM booking_order
                WHERE client_id = client AND status IN ('pending', 'accepted', 'ongoing')
                  AND (status = 'pending' OR origin = 'instant') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE NOT s.proposed OR EXISTS (
                SELECT FROM proposal p WHERE p.order_id = o.order_id AND p.proposed_by = 'client');
        ELSE
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.guest_id IS NOT NULL AND o.client_email = address
                         AND o.status = 'completed' AND s.state = 'done'
                         AND (o.origin <> 'provider' OR o.agreed_at IS NOT NULL)) THEN
                RETURN;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = provider), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id, status, origin FROM booking_order
                WHERE guest_id IS NOT NULL AND client_email = address OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE (o.status = 'pending' OR o.origin = 'instant' AND o.status IN ('accepted', 'ongoing'))
              AND (NOT s.proposed OR EXISTS (
                SELECT FROM proposal p WHERE p.order_id = o.order_id AND p.proposed_by = 'client'));
        END IF;
        IF with_provider > most_with THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions with one provider', with_provider
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests_with_provider';
        END IF;
        IF over_all > most THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions', over_all
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests';
        END IF;
    END
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION newcomer_requests() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM check_newcomer(NEW.client_id, NEW.client_email, NEW.provider_id,
            TG_ARGV[0]::bigint, TG_ARGV[1]::bigint);
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION newcomer_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        placed booking_order;
    BEGIN
        SELECT o.* INTO placed FROM booking_order o JOIN proposal p USING (order_id)
        WHERE o.order_id = NEW.order_id AND p.proposed_by = 'client'
          AND (o.status = 'pending' OR o.origin = 'instant');
        IF FOUND THEN
            PERFORM check_newcomer(placed.client_id, placed.client_email, placed.provider_id,
                TG_ARGV[0]::bigint, TG_ARGV[1]::bigint);
        END IF;
        RETURN NULL;
    END
    $$
    """,
    "CREATE OR REPLACE TRIGGER newcomer_proposals AFTER INSERT ON session FOR EACH ROW "
    "WHEN (NEW.proposed) EXECUTE FUNCTION newcomer_proposals(4, 10)",
)


def upgrade() -> None:
    with op.get_context().autocommit_block():
        schema_steps.add_columns(op, "booking_order", "agreed_at timestamptz, invited_id text")
        schema_steps.run_each(op, *FUNCTIONS)
        target = "booking_order (invited_id, order_id) WHERE invited_id IS NOT NULL"
        schema_steps.build_index(op, "ix_booking_order_invited_id", target)
