"""Alerts, mail, messages, push, what is known of people, and the chassis' tables."""

from alembic import op
from chassis import tables

revision = "0001"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE alert (
        id text COLLATE "C" NOT NULL,
        source text NOT NULL,
        receiver_id text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        actor_id text COLLATE "C",
        words jsonb NOT NULL,
        url text NOT NULL,
        status text NOT NULL DEFAULT 'active',
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_alert PRIMARY KEY (id),
        CONSTRAINT uq_alert_source_receiver_id_kind UNIQUE (source, receiver_id, kind),
        CONSTRAINT ck_alert_status CHECK (status IN ('active', 'read'))
    )
    """,
    "CREATE INDEX ix_alert_actor_id ON alert (actor_id) WHERE actor_id IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_active ON alert (receiver_id) WHERE status = 'active'",
    "CREATE INDEX ix_alert_receiver_id_id ON alert (receiver_id, id DESC)",
    """
    CREATE TABLE block (
        blocker_id text COLLATE "C" NOT NULL,
        blocked_id text COLLATE "C" NOT NULL,
        blocked boolean NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id)
    )
    """,
    "CREATE INDEX ix_block_blocked_id_blocker_id ON block (blocked_id, blocker_id)",
    """
    CREATE TABLE conversation (
        id text COLLATE "C" NOT NULL,
        first_id text COLLATE "C" NOT NULL,
        second_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_conversation PRIMARY KEY (id),
        CONSTRAINT uq_conversation_first_id_second_id UNIQUE (first_id, second_id),
        CONSTRAINT ck_conversation_ordered_pair CHECK (first_id < second_id)
    )
    """,
    """
    CREATE TABLE interest (
        account_id text COLLATE "C" NOT NULL,
        provider_id text COLLATE "C" NOT NULL,
        interest boolean NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_interest PRIMARY KEY (account_id, provider_id)
    )
    """,
    "CREATE INDEX ix_interest_provider_id ON interest (provider_id)",
    """
    CREATE TABLE mail (
        id text COLLATE "C" NOT NULL,
        source text NOT NULL,
        receiver text NOT NULL,
        receiver_key text NOT NULL,
        template text NOT NULL,
        account_id text COLLATE "C",
        subject text NOT NULL,
        text text NOT NULL,
        html text NOT NULL,
        attachments jsonb NOT NULL,
        not_after timestamptz,
        created_at timestamptz NOT NULL,
        attempts bigint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        last_error text,
        sent_at timestamptz,
        given_up_at timestamptz,
        CONSTRAINT pk_mail PRIMARY KEY (id),
        CONSTRAINT uq_mail_source_receiver_key_template UNIQUE (source, receiver_key, template)
    )
    """,
    "CREATE INDEX ix_mail_account_id ON mail (account_id) WHERE account_id IS NOT NULL",
    "CREATE INDEX ix_mail_next_attempt_at_due ON mail (next_attempt_at)"
    " WHERE sent_at IS NULL AND given_up_at IS NULL",
    """
    CREATE TABLE mailbox_entry (
        id text COLLATE "C" NOT NULL,
        receiver text NOT NULL,
        account_id text COLLATE "C",
        subject text NOT NULL,
        text text NOT NULL,
        html text NOT NULL,
        attachments jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_mailbox_entry PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE person (
        id text COLLATE "C" NOT NULL,
        name text NOT NULL DEFAULT '',
        username text NOT NULL DEFAULT '',
        email text NOT NULL DEFAULT '',
        avatar text NOT NULL DEFAULT '',
        onboarded boolean NOT NULL DEFAULT false,
        channels jsonb NOT NULL DEFAULT '{}',
        deleted boolean NOT NULL DEFAULT false,
        account_revision bigint NOT NULL DEFAULT 0,
        profile_revision bigint NOT NULL DEFAULT 0,
        avatar_revision bigint NOT NULL DEFAULT 0,
        channels_revision bigint NOT NULL DEFAULT 0,
        CONSTRAINT pk_person PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE push_token (
        token text NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        login_id text NOT NULL,
        platform text NOT NULL,
        registered_at timestamptz NOT NULL,
        CONSTRAINT pk_push_token PRIMARY KEY (token),
        CONSTRAINT ck_push_token_platform CHECK (platform IN ('android', 'ios', 'web'))
    )
    """,
    "CREATE INDEX ix_push_token_account_id ON push_token (account_id)",
    "CREATE INDEX ix_push_token_login_id ON push_token (login_id)",
    """
    CREATE TABLE conversation_side (
        conversation_id text COLLATE "C" NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        other_id text COLLATE "C" NOT NULL,
        unread bigint NOT NULL DEFAULT 0,
        latest_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_conversation_side PRIMARY KEY (conversation_id, account_id),
        CONSTRAINT ck_conversation_side_unread CHECK (unread >= 0),
        CONSTRAINT fk_conversation_side_conversation_id_conversation
            FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_conversation_side_account_id_latest_id"
    " ON conversation_side (account_id, latest_id DESC)",
    """
    CREATE TABLE message (
        id text COLLATE "C" NOT NULL,
        conversation_id text COLLATE "C" NOT NULL,
        sender_id text COLLATE "C" NOT NULL,
        text text NOT NULL,
        sent_at timestamptz NOT NULL,
        CONSTRAINT pk_message PRIMARY KEY (id),
        CONSTRAINT fk_message_conversation_id_conversation
            FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_message_conversation_id_id ON message (conversation_id, id DESC)",
    """
    CREATE TABLE push (
        alert_id text COLLATE "C" NOT NULL,
        attempts bigint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_push PRIMARY KEY (alert_id),
        CONSTRAINT fk_push_alert_id_alert
            FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_push_next_attempt_at ON push (next_attempt_at)",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
