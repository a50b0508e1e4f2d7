"""Keep how an order came about: most are requests, some are booked at once.

What a newcomer books at once counts as what they ask for: the trigger `newcomer_requests` looks at both, so
that nobody fills a calendar on the first day. OFFSET 0: an order's sessions are found by its id, also by a
plan that was made on small tables and is kept; a join's plan would read all sessions. Orders of the version
before are requests, as the default says.
"""

from alembic import op

revision = "0032"
down_revision = "0031"

STATEMENTS = (
    "ALTER TABLE booking_order ADD COLUMN IF NOT EXISTS origin text NOT NULL DEFAULT 'request'",
    """
    DO $$
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_constraint
                       WHERE conname = 'ck_booking_order_origin'
                         AND conrelid = 'booking_order'::regclass) THEN
            ALTER TABLE booking_order ADD CONSTRAINT ck_booking_order_origin
                CHECK (origin IN ('request', 'instant', 'provider')) NOT VALID;
        END IF;
    END
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION newcomer_requests() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        with_provider bigint;
        over_all bigint;
    BEGIN
        IF NEW.client_id IS NOT NULL THEN
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.client_id = NEW.client_id AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id FROM booking_order
                WHERE client_id = NEW.client_id AND status IN ('pending', 'accepted', 'ongoing')
                  AND (status = 'pending' OR origin = 'instant') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE NOT s.proposed;
        ELSE
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email
                         AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id, status, origin FROM booking_order
                WHERE guest_id IS NOT NULL AND client_email = NEW.client_email OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE (o.status = 'pending' OR o.origin = 'instant' AND o.status IN ('accepted', 'ongoing'))
              AND NOT s.proposed;
        END IF;
        IF with_provider > TG_ARGV[0]::bigint THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions with one provider', with_provider
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests_with_provider';
        END IF;
        IF over_all > TG_ARGV[1]::bigint THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions', over_all
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE OR REPLACE TRIGGER newcomer_requests AFTER INSERT ON booking_order
        FOR EACH ROW WHEN (NEW.status = 'pending' OR NEW.origin = 'instant')
        EXECUTE FUNCTION newcomer_requests(4, 10)
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE booking_order VALIDATE CONSTRAINT ck_booking_order_origin")
