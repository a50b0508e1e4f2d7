"""Who has had no appointment yet holds a few sessions at a time: with one provider, and over all.

The trigger looks with a snapshot of its own, after the statement that places the order has taken the
client's turn (`orders.hot_sql.LOCK_PARTIES`): requests sent at once cannot pass the limit together. Its
numbers are those of `booking.orders.rules`.
"""

from alembic import op

revision = "0016"
down_revision = "0015"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    "CREATE INDEX ix_booking_order_client_completed ON booking_order (client_id) WHERE status = 'completed'",
    """
    CREATE INDEX ix_booking_order_guest_completed ON booking_order (client_email)
        WHERE status = 'completed' AND guest_id IS NOT NULL
    """,
    """
    CREATE FUNCTION newcomer_requests() RETURNS trigger LANGUAGE plpgsql AS $$
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
            FROM booking_order o JOIN session s USING (order_id)
            WHERE o.client_id = NEW.client_id AND o.status IN ('pending', 'accepted', 'ongoing')
              AND o.status = 'pending' AND NOT s.proposed;
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
    """
    CREATE TRIGGER newcomer_requests AFTER INSERT ON booking_order
        FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION newcomer_requests(4, 10)
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
