"""Every account has the language in which its mails and alerts are written."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE account ADD COLUMN language text NOT NULL DEFAULT 'english'
        CONSTRAINT ck_account_language CHECK (language IN ('english', 'french', 'spanish', 'arabic'))
        """
    )
