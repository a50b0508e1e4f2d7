"""What of an account's schedule others have moved or cancelled, and how far the account has seen it."""

from alembic import op
from chassis import tables

revision = "0038"
down_revision = "0037"

STATEMENTS = (
    """
    CREATE TABLE schedule_change (
        account_id text NOT NULL,
        order_id text NOT NULL,
        revision integer NOT NULL,
        kind text NOT NULL,
        changed_at timestamptz NOT NULL,
        former_start timestamptz,
        CONSTRAINT pk_schedule_change PRIMARY KEY (account_id, order_id, revision),
        CONSTRAINT ck_schedule_change_kind CHECK (kind IN ('moved', 'cancelled'))
    )
    """,
    "CREATE INDEX ix_schedule_change_account_id_changed_at ON schedule_change (account_id, changed_at)",
    "CREATE INDEX ix_schedule_change_changed_at ON schedule_change (changed_at)",
    """
    CREATE TABLE schedule_look (
        account_id text NOT NULL,
        seen_until timestamptz NOT NULL,
        CONSTRAINT pk_schedule_look PRIMARY KEY (account_id)
    )
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    tables.vacuum_pruned(op, "schedule_change")
