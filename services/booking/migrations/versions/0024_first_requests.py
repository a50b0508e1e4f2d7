"""Of which accounts identity was told that they have requested an appointment.

It is of none at first: each account is told once more with its next order, also one whose first order was
placed by a process of the version before while identity did not hear of every order any more.
"""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE account ADD COLUMN requested boolean NOT NULL DEFAULT false")
