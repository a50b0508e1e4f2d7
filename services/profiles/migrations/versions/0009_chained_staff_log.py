"""Each entry of the staff's log carries the hash of all entries before it; a trigger computes it.

Entries that are there already are chained in the order of their ids. The version before inserts without
`number` and `hash`, which the trigger fills in all the same.
"""

from alembic import op

revision = "0009"
down_revision = "0008"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    "ALTER TABLE staff_act ADD COLUMN number bigint, ADD COLUMN hash bytea",
    # Lengths before the texts: no two entries have the same bytes. `profiles.audit_log.chain` does the same.
    """
    CREATE FUNCTION staff_act_hash(previous bytea, entry staff_act) RETURNS bytea LANGUAGE sql STABLE AS $$
        SELECT sha256(previous || convert_to(
            string_agg(octet_length(field) || ':' || field, '' ORDER BY place), 'UTF8'
        ))
        FROM unnest(ARRAY[
            entry.number::text, entry.act_id, entry.staff_id, entry.act, entry.account_id, entry.thing_id,
            entry.report_id, entry.note, (extract(epoch FROM entry.done_at) * 1000000)::bigint::text
        ]) WITH ORDINALITY AS fields (field, place)
    $$
    """,
    "ALTER TABLE staff_act DISABLE TRIGGER staff_act_stays",
    """
    DO $$
    DECLARE
        entry staff_act;
        last bytea := decode(repeat('00', 32), 'hex');
        counted bigint := 0;
    BEGIN
        FOR entry IN SELECT * FROM staff_act ORDER BY act_id LOOP
            counted := counted + 1;
            entry.number := counted;
            last := staff_act_hash(last, entry);
            UPDATE staff_act SET number = counted, hash = last WHERE act_id = entry.act_id;
        END LOOP;
    END
    $$
    """,
    "ALTER TABLE staff_act ENABLE ALWAYS TRIGGER staff_act_stays",
    """
    ALTER TABLE staff_act
        ALTER COLUMN number SET NOT NULL,
        ALTER COLUMN hash SET NOT NULL,
        ADD CONSTRAINT uq_staff_act_number UNIQUE (number)
    """,
    # The lock is held until the transaction ends, so that each entry is hashed after the one before it.
    """
    CREATE FUNCTION staff_act_chain() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        last staff_act;
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('staff_act'));
        SELECT * INTO last FROM staff_act ORDER BY number DESC LIMIT 1;
        NEW.number := coalesce(last.number, 0) + 1;
        NEW.hash := staff_act_hash(coalesce(last.hash, decode(repeat('00', 32), 'hex')), NEW);
        RETURN NEW;
    END
    $$
    """,
    """
    CREATE TRIGGER staff_act_chain BEFORE INSERT ON staff_act
        FOR EACH ROW EXECUTE FUNCTION staff_act_chain()
    """,
    "ALTER TABLE staff_act ENABLE ALWAYS TRIGGER staff_act_chain",
    "CREATE INDEX ix_staff_act_staff_id ON staff_act (staff_id, thing_id, done_at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
