"""A provider says who sees the telephone number and the street: by default people with a booking.

An appointment keeps its status, which says who has a booking. That of an older one is '' until booking tells
of it again (`python -m booking replay --to profiles`), and counts as none.
"""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    for column in ("phone_shown_to", "street_shown_to"):
        op.execute(
            f"""
            ALTER TABLE profile ADD COLUMN {column} text NOT NULL DEFAULT 'booked'
            CONSTRAINT ck_profile_{column} CHECK ({column} IN ('everybody', 'booked', 'nobody'))
            """
        )
    op.execute("ALTER TABLE appointment ADD COLUMN status text NOT NULL DEFAULT ''")
