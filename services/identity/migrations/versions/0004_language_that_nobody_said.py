"""Whether anybody ever said an account's language: where nobody did, the device of the next sign-in does.

Another one than English was said by somebody; that English was chosen, nobody has noted until now.
"""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE account ADD COLUMN language_said boolean NOT NULL DEFAULT false")
    op.execute("UPDATE account SET language_said = true WHERE language <> 'english'")
