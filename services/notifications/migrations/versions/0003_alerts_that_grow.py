"""Alerts that grow while they are unread, staff and suspended accounts, and a push for each device."""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    "ALTER TABLE alert ADD COLUMN group_key text",
    "ALTER TABLE alert ADD COLUMN count bigint NOT NULL DEFAULT 1",
    'ALTER TABLE alert ADD COLUMN moved_id text COLLATE "C"',
    "ALTER TABLE alert ADD COLUMN pushed_at timestamptz",
    "CREATE UNIQUE INDEX uq_alert_growing ON alert (receiver_id, group_key)"
    " WHERE status = 'active' AND group_key IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_group_key ON alert (receiver_id, group_key)"
    " WHERE group_key IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_place ON alert (receiver_id, coalesce(moved_id, id) DESC)",
    "DROP INDEX ix_alert_receiver_id_id",
    """
    CREATE TABLE alert_fact (
        source text NOT NULL,
        receiver_id text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        id text COLLATE "C" NOT NULL,
        actor_id text COLLATE "C",
        alert_id text COLLATE "C",
        CONSTRAINT pk_alert_fact PRIMARY KEY (source, receiver_id, kind),
        CONSTRAINT fk_alert_fact_alert_id_alert
            FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_alert_fact_alert_id_id ON alert_fact (alert_id, id DESC)",
    "ALTER TABLE person ADD COLUMN staff boolean NOT NULL DEFAULT false",
    "ALTER TABLE person ADD COLUMN suspended boolean NOT NULL DEFAULT false",
    "ALTER TABLE person ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0",
    "CREATE INDEX ix_person_staff ON person (id) WHERE staff",
    """
    CREATE TABLE push_note (
        id text COLLATE "C" NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        token text NOT NULL,
        alert_id text COLLATE "C",
        message_id text COLLATE "C",
        attempts bigint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_push_note PRIMARY KEY (id),
        CONSTRAINT uq_push_note_alert_id_token UNIQUE (alert_id, token),
        CONSTRAINT uq_push_note_message_id_token UNIQUE (message_id, token),
        CONSTRAINT ck_push_note_one_subject CHECK (num_nonnulls(alert_id, message_id) = 1),
        CONSTRAINT fk_push_note_token_push_token
            FOREIGN KEY (token) REFERENCES push_token (token) ON DELETE CASCADE,
        CONSTRAINT fk_push_note_alert_id_alert
            FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE,
        CONSTRAINT fk_push_note_message_id_message
            FOREIGN KEY (message_id) REFERENCES message (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_push_note_next_attempt_at ON push_note (next_attempt_at)",
    "CREATE INDEX ix_push_note_token ON push_note (token)",
    # What waited in the former queue goes on in this one.
    """
    INSERT INTO push_note (id, account_id, token, alert_id)
    SELECT gen_random_uuid()::text, device.account_id, device.token, push.alert_id
    FROM push JOIN alert ON alert.id = push.alert_id
    JOIN push_token AS device ON device.account_id = alert.receiver_id
    """,
    "DELETE FROM push",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
