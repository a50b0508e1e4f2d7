"""Finds whether somebody was told of an account already: groups count people, each once within a day."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        "CREATE INDEX ix_alert_fact_receiver_id_actor_id ON alert_fact (receiver_id, actor_id)"
        " WHERE actor_id IS NOT NULL"
    )
