"""Second factors: authenticator apps, passkeys, recovery codes, what waits for one of them, known devices."""

from alembic import op

revision = "0011"
down_revision = "0010"

TABLES = (
    """
    CREATE TABLE authenticator_app (
        account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        sealed bytea,
        waiting bytea,
        last_step bigint NOT NULL DEFAULT 0
    )
    """,
    """
    CREATE TABLE recovery_code (
        digest bytea PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_recovery_code_account_id ON recovery_code (account_id)",
    """
    CREATE TABLE passkey (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        credential_id bytea NOT NULL CONSTRAINT uq_passkey_credential_id UNIQUE,
        public_key bytea NOT NULL,
        sign_count bigint NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
    )
    """,
    "CREATE INDEX ix_passkey_account_id ON passkey (account_id)",
    """
    CREATE TABLE challenge (
        digest bytea PRIMARY KEY,
        purpose text NOT NULL,
        account_id text REFERENCES account (id) ON DELETE CASCADE,
        login_id text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT ck_challenge_purpose
            CHECK (purpose IN ('second_step', 'passkey_sign_in', 'add_passkey', 'step_up'))
    )
    """,
    "CREATE INDEX ix_challenge_account_id ON challenge (account_id)",
    "CREATE INDEX ix_challenge_expires_at ON challenge (expires_at)",
    """
    CREATE TABLE known_device (
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        digest bytea NOT NULL,
        PRIMARY KEY (account_id, digest)
    )
    """,
    "ALTER TABLE login ADD COLUMN second_factor boolean NOT NULL DEFAULT false",
)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    for statement in TABLES:
        op.execute(statement)
