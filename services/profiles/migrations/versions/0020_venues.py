"""Where a provider's sessions are held (product.md 3.11)."""

from alembic import op

revision = "0020"
down_revision = "0016"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE venue_settings (
            account_id text NOT NULL,
            remote_kind text NOT NULL DEFAULT '',
            remote_link text NOT NULL DEFAULT '',
            remote_server text NOT NULL DEFAULT '',
            CONSTRAINT pk_venue_settings PRIMARY KEY (account_id),
            CONSTRAINT ck_venue_settings_remote_kind CHECK (remote_kind IN ('', 'link', 'template', 'room'))
        )
        """
    )
