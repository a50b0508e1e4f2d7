"""Addresses of external calendars, sealed.

The key is the service's, not the database's: it seals the addresses of before when it starts. That no
provider adds an address twice is checked under a lock, so that no digest of it has to be stored. `url` and
its constraint stay for the version before, which adds calendars as it did; it cannot read sealed ones.
"""

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE external_calendar
            ALTER COLUMN url DROP NOT NULL,
            ADD COLUMN sealed_url bytea,
            ADD CONSTRAINT ck_external_calendar_one_address CHECK (num_nonnulls(url, sealed_url) = 1)
        """
    )
