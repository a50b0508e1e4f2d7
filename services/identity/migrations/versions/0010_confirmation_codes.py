"""The code in the mail that asks for a confirmation: typed where an account needs a confirmed address."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE confirmation_code (
            account_id text NOT NULL,
            digest bytea NOT NULL,
            expires_at timestamptz NOT NULL,
            tries smallint NOT NULL DEFAULT 0,
            CONSTRAINT pk_confirmation_code PRIMARY KEY (account_id),
            CONSTRAINT fk_confirmation_code_account_id_account
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
        )
        """
    )
    op.execute("CREATE INDEX ix_confirmation_code_expires_at ON confirmation_code (expires_at)")
