"""No order is placed of an account that is suspended or gone, also not one that was offered a moment before.

The trigger looks with a snapshot of its own, after the statement that places the order has taken both sides'
turns; who closes an account takes the same turn before looking for what it still has open.
"""

from alembic import op

revision = "0007"
down_revision = "0006"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
    CREATE FUNCTION order_of_open_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM account WHERE account_id = NEW.provider_id AND (suspended OR deleted))
            OR EXISTS (SELECT FROM account WHERE account_id = NEW.client_id AND (suspended OR deleted))
        THEN
            RAISE EXCEPTION 'an account of this order is closed'
                USING ERRCODE = 'check_violation', CONSTRAINT = 'order_of_open_accounts';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE TRIGGER order_of_open_accounts AFTER INSERT ON booking_order
        FOR EACH ROW EXECUTE FUNCTION order_of_open_accounts()
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
