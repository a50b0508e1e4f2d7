"""How often a provider's page was opened, by day."""

from alembic import op
from chassis import tables

revision = "0019"
down_revision = "0018"

STATEMENTS = (
    """
    CREATE TABLE page_view (
        provider_id text NOT NULL,
        day date NOT NULL,
        views integer NOT NULL,
        CONSTRAINT pk_page_view PRIMARY KEY (provider_id, day),
        CONSTRAINT ck_page_view_views CHECK (views > 0)
    )
    """,
    "CREATE INDEX ix_page_view_day ON page_view (day)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    tables.vacuum_pruned(op, "page_view")
