"""What a booking asks of one client's orders is found by an index, however few the clients are.

Where few clients have all open orders, the planner expects the first order it reads to be a match soon, or
each client to have a large share of all sessions. A provider who is nobody's client has no such order, so
each session that was booked read all of `booking_order` (measured with 543 orders: 0.22 of the 0.78 ms of the
statement that places an order); and a newcomer's request read all of `session`. OFFSET 0 has a client's open
orders looked up as if all of them were wanted, and their sessions by the order's id.
"""

from alembic import op

revision = "0025"
down_revision = "0024"

STATEMENTS = (
    """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.order_id <> NEW.order_id
              AND own.starts_at < NEW.ends_at AND own.ends_at > NEW.starts_at
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        RETURN NULL;
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
                SELECT order_id, provider_id, status FROM booking_order
                WHERE client_id = NEW.client_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS asked
            WHERE o.status = 'pending' AND NOT asked.proposed;
        ELSE
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email
                         AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM booking_order o JOIN session s USING (order_id)
            WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email AND o.status = 'pending'
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
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
