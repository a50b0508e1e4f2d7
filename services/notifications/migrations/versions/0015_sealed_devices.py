"""Devices whose tokens, endpoints and keys are sealed, found by the digest of the token.

The key is the service's, not the database's: when it starts it seals the devices of `push_token`, and takes
over what waits for them in `push_note`. Both tables stay for the version before, which may still run beside
this one; the next migration drops them.
"""

from alembic import op

revision = "0015"
down_revision = "0014"

STATEMENTS = (
    """
    CREATE TABLE device (
        digest text NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        login_id text NOT NULL,
        platform text NOT NULL,
        registered_at timestamptz NOT NULL,
        sealed bytea NOT NULL,
        CONSTRAINT pk_device PRIMARY KEY (digest),
        CONSTRAINT ck_device_platform CHECK (platform IN ('android', 'ios', 'web'))
    )
    """,
    "CREATE INDEX ix_device_account_id ON device (account_id)",
    "CREATE INDEX ix_device_login_id ON device (login_id)",
    """
    CREATE TABLE device_push (
        id text COLLATE "C" NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        digest text NOT NULL,
        alert_id text COLLATE "C",
        message_id text COLLATE "C",
        attempts bigint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_device_push PRIMARY KEY (id),
        CONSTRAINT uq_device_push_alert_id_digest UNIQUE (alert_id, digest),
        CONSTRAINT uq_device_push_message_id_digest UNIQUE (message_id, digest),
        CONSTRAINT ck_device_push_one_subject CHECK (num_nonnulls(alert_id, message_id) = 1),
        CONSTRAINT fk_device_push_digest_device
            FOREIGN KEY (digest) REFERENCES device (digest) ON DELETE CASCADE,
        CONSTRAINT fk_device_push_alert_id_alert
            FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE,
        CONSTRAINT fk_device_push_message_id_message
            FOREIGN KEY (message_id) REFERENCES message (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_device_push_next_attempt_at ON device_push (next_attempt_at)",
    "CREATE INDEX ix_device_push_digest ON device_push (digest)",
)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    for statement in STATEMENTS:
        op.execute(statement)
