"""Keep a waiting mail in its row as it is: to compress it costs more processor time than to write it.

A mail lies there for seconds, and is blank then. Without this, PostgreSQL compresses a row of more than 2 kB.
"""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE mail SET (toast_tuple_target = 8160)")
