"""What free slots and orders look up is found by an index, however the tables were when the plan was made.

A connection keeps the plans it made while the tables were small; those of a join went through all of
`session` from then on, so that each order made the next one dearer until statistics were taken.
"""

from alembic import op

revision = "0004"
down_revision = "0003"

STATEMENTS = (
    # What waits between one client and one provider is counted with each request.
    """
    CREATE INDEX ix_booking_order_client_provider_open ON booking_order (client_id, provider_id)
        WHERE status IN ('pending', 'accepted', 'ongoing')
    """,
    "DROP INDEX ix_booking_order_client_open",
    # A session is a slot, a day and the hour that the clocks give at the longest: so an index on its end says
    # where it cannot start any more.
    """
    ALTER TABLE session ADD CONSTRAINT ck_session_not_for_days
        CHECK (ends_at - starts_at <= interval '2 days')
    """,
    # A calendar is read for more than a year ahead, and most look at the weeks to come.
    "CREATE INDEX ix_busy_time_provider_id_starts_at ON busy_time (provider_id, starts_at)",
    "DROP INDEX ix_busy_time_provider_id_ends_at",
    # OFFSET 0 keeps the look at an order's sessions a look by the order's id, one order after the other.
    """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT FROM booking_order o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.client_id = NEW.provider_id AND o.status IN ('pending', 'accepted', 'ongoing')
              AND o.order_id <> NEW.order_id
              AND own.starts_at < NEW.ends_at AND own.ends_at > NEW.starts_at
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        RETURN NULL;
    END
    $$
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
