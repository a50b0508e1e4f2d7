"""Keys by which guests are given their data, and what guests asked by the time of its answer."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        CREATE TABLE guest_data_grant (
            key_digest text NOT NULL,
            address_digest text NOT NULL,
            expires_at timestamptz NOT NULL,
            CONSTRAINT pk_guest_data_grant PRIMARY KEY (key_digest)
        )
        """
    )
    op.execute(
        "CREATE INDEX ix_user_request_guest_answered_at ON user_request (answered_at) WHERE account_id = ''"
    )
