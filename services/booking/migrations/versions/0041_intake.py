"""What clients answer when they book, with the order, and the pictures among the answers (product.md 4.21).

A picture is sent before its order. The trigger gives it to the order, in the statement that places that, and
runs for orders with answers alone.
"""

from alembic import op
from chassis import tables

revision = "0041"
down_revision = "0040"

STATEMENTS = (
    "ALTER TABLE service ADD COLUMN IF NOT EXISTS questions jsonb NOT NULL DEFAULT '[]'",
    "ALTER TABLE booking_order ADD COLUMN IF NOT EXISTS intake jsonb",
    """
    CREATE TABLE intake_file (
        file_id text NOT NULL,
        owner_id text NOT NULL,
        order_id text,
        content bytea NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_intake_file PRIMARY KEY (file_id),
        CONSTRAINT fk_intake_file_order_id_booking_order FOREIGN KEY (order_id)
            REFERENCES booking_order (order_id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_intake_file_owner_id ON intake_file (owner_id)",
    "CREATE INDEX ix_intake_file_order_id ON intake_file (order_id) WHERE order_id IS NOT NULL",
    "CREATE INDEX ix_intake_file_unused ON intake_file (created_at) WHERE order_id IS NULL",
    """
    CREATE FUNCTION claim_intake_files() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        answer record;
    BEGIN
        FOR answer IN
            SELECT each.value ->> 'answer' AS file_id, each.ordinality AS place
            FROM jsonb_array_elements(NEW.intake) WITH ORDINALITY AS each
            WHERE each.value ->> 'kind' = 'file' AND each.value ->> 'answer' <> ''
        LOOP
            UPDATE intake_file SET order_id = NEW.order_id
            WHERE file_id = answer.file_id AND order_id IS NULL
              AND owner_id = coalesce(NEW.client_id, NEW.guest_id);
            IF NOT FOUND THEN
                RAISE EXCEPTION 'no picture of this client waits under that id'
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'intake_file_' || answer.place;
            END IF;
        END LOOP;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE TRIGGER claim_intake_files AFTER INSERT ON booking_order
        FOR EACH ROW WHEN (NEW.intake IS NOT NULL) EXECUTE FUNCTION claim_intake_files()
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    tables.vacuum_pruned(op, "intake_file", toasted=("intake_file",))
