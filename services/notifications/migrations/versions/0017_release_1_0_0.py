"""Alerts, mails, messages, devices, what is known of people, and the chassis' tables.

The state of release 1.0.0. `push`, `push_note`, `push_token` and `person.mail_token` hold secrets in the
clear: when it starts, the service moves them to `device`, `device_push` and `former_mail_token`, sealed or as
digests.
"""

from alembic import op
from chassis import tables

revision = "0017"
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
        group_key text,
        count bigint NOT NULL DEFAULT 1,
        moved_id text COLLATE "C",
        pushed_at timestamptz,
        CONSTRAINT pk_alert PRIMARY KEY (id),
        CONSTRAINT uq_alert_source_receiver_id_kind UNIQUE (source, receiver_id, kind),
        CONSTRAINT ck_alert_status CHECK (status IN ('active', 'read'))
    )
    """,
    "CREATE INDEX ix_alert_actor_id ON alert (actor_id) WHERE actor_id IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_active ON alert (receiver_id) WHERE status = 'active'",
    "CREATE UNIQUE INDEX uq_alert_growing ON alert (receiver_id, group_key) "
    "WHERE status = 'active' AND group_key IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_group_key ON alert (receiver_id, group_key) "
    "WHERE group_key IS NOT NULL",
    "CREATE INDEX ix_alert_receiver_id_place ON alert (receiver_id, coalesce(moved_id, id) DESC)",
    """
    CREATE TABLE block (
        blocker_id text COLLATE "C" NOT NULL, blocked_id text COLLATE "C" NOT NULL,
        blocked boolean NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id)
    )
    """,
    "CREATE INDEX ix_block_blocked_id_blocker_id ON block (blocked_id, blocker_id)",
    """
    CREATE TABLE conversation (
        id text COLLATE "C" NOT NULL, first_id text COLLATE "C" NOT NULL,
        second_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_conversation PRIMARY KEY (id),
        CONSTRAINT uq_conversation_first_id_second_id UNIQUE (first_id, second_id),
        CONSTRAINT ck_conversation_ordered_pair CHECK (first_id < second_id)
    )
    """,
    """
    CREATE TABLE interest (
        account_id text COLLATE "C" NOT NULL, provider_id text COLLATE "C" NOT NULL,
        interest boolean NOT NULL, revision bigint NOT NULL, added_at timestamptz, mailed_at timestamptz,
        CONSTRAINT pk_interest PRIMARY KEY (account_id, provider_id)
    )
    """,
    "CREATE INDEX ix_interest_provider_id ON interest (provider_id)",
    "CREATE INDEX ix_interest_added_at ON interest (added_at) "
    "WHERE added_at IS NOT NULL AND mailed_at IS NULL",
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
        unsubscribe text NOT NULL DEFAULT '',
        order_id text COLLATE "C",
        CONSTRAINT pk_mail PRIMARY KEY (id),
        CONSTRAINT uq_mail_source_receiver_key_template UNIQUE (source, receiver_key, template)
    )
    """,
    "CREATE INDEX ix_mail_account_id ON mail (account_id) WHERE account_id IS NOT NULL",
    "CREATE INDEX ix_mail_id_given_up ON mail (id) WHERE given_up_at IS NOT NULL AND receiver <> ''",
    "CREATE INDEX ix_mail_order_id ON mail (order_id) WHERE order_id IS NOT NULL",
    "CREATE INDEX ix_mail_guest_receiver_key ON mail (receiver_key) WHERE account_id IS NULL",
    "CREATE INDEX ix_mail_guest_created_at ON mail (created_at) WHERE account_id IS NULL",
    "CREATE INDEX ix_mail_due ON mail ((not_after IS NULL), next_attempt_at) "
    "WHERE sent_at IS NULL AND given_up_at IS NULL",
    # A waiting mail lies in its row for seconds: to compress it costs more processor time than to write it.
    "ALTER TABLE mail SET (toast_tuple_target = 8160)",
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
        order_id text COLLATE "C",
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
        language text NOT NULL DEFAULT 'english',
        mail_token text,
        staff boolean NOT NULL DEFAULT false,
        suspended boolean NOT NULL DEFAULT false,
        standing_revision bigint NOT NULL DEFAULT 0,
        timezone text NOT NULL DEFAULT '',
        hour_cycle text NOT NULL DEFAULT '',
        confirmed boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_person PRIMARY KEY (id),
        CONSTRAINT uq_person_mail_token UNIQUE (mail_token)
    )
    """,
    "CREATE INDEX ix_person_staff ON person (id) WHERE staff",
    """
    CREATE TABLE push_token (
        token text NOT NULL, account_id text COLLATE "C" NOT NULL, login_id text NOT NULL,
        platform text NOT NULL, registered_at timestamptz NOT NULL, p256dh text, auth text,
        CONSTRAINT pk_push_token PRIMARY KEY (token),
        CONSTRAINT ck_push_token_platform CHECK (platform IN ('android', 'ios', 'web')),
        CONSTRAINT ck_push_token_subscription
            CHECK ( num_nonnulls(p256dh, auth) = 0 OR num_nonnulls(p256dh, auth) = 2 AND platform = 'web' )
    )
    """,
    "CREATE INDEX ix_push_token_account_id ON push_token (account_id)",
    "CREATE INDEX ix_push_token_login_id ON push_token (login_id)",
    """
    CREATE TABLE conversation_side (
        conversation_id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL,
        other_id text COLLATE "C" NOT NULL, unread bigint NOT NULL DEFAULT 0,
        latest_id text COLLATE "C" NOT NULL, unread_since timestamptz, mailed_at timestamptz,
        CONSTRAINT pk_conversation_side PRIMARY KEY (conversation_id, account_id),
        CONSTRAINT ck_conversation_side_unread CHECK (unread >= 0),
        CONSTRAINT fk_conversation_side_conversation_id_conversation
            FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_conversation_side_account_id_latest_id ON conversation_side (account_id, latest_id "
    "DESC)",
    "CREATE INDEX ix_conversation_side_unread ON conversation_side (account_id) WHERE unread > 0",
    "CREATE INDEX ix_conversation_side_unread_since ON conversation_side (unread_since) "
    "WHERE unread > 0 AND mailed_at IS NULL",
    """
    CREATE TABLE message (
        id text COLLATE "C" NOT NULL, conversation_id text COLLATE "C" NOT NULL,
        sender_id text COLLATE "C" NOT NULL, text text NOT NULL, sent_at timestamptz NOT NULL,
        CONSTRAINT pk_message PRIMARY KEY (id),
        CONSTRAINT fk_message_conversation_id_conversation
            FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_message_conversation_id_id ON message (conversation_id, id DESC)",
    """
    CREATE TABLE push (
        alert_id text COLLATE "C" NOT NULL, attempts bigint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_push PRIMARY KEY (alert_id),
        CONSTRAINT fk_push_alert_id_alert FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_push_next_attempt_at ON push (next_attempt_at)",
    """
    CREATE TABLE alert_fact (
        source text NOT NULL, receiver_id text COLLATE "C" NOT NULL, kind text NOT NULL,
        id text COLLATE "C" NOT NULL, actor_id text COLLATE "C", alert_id text COLLATE "C",
        CONSTRAINT pk_alert_fact PRIMARY KEY (source, receiver_id, kind),
        CONSTRAINT fk_alert_fact_alert_id_alert
            FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_alert_fact_alert_id_id ON alert_fact (alert_id, id DESC)",
    "CREATE INDEX ix_alert_fact_receiver_id_actor_id ON alert_fact (receiver_id, actor_id) "
    "WHERE actor_id IS NOT NULL",
    """
    CREATE TABLE push_note (
        id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL, token text NOT NULL,
        alert_id text COLLATE "C", message_id text COLLATE "C", attempts bigint NOT NULL DEFAULT 0,
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
    """
    CREATE TABLE guest_data_grant (
        key_digest text NOT NULL, address_digest text NOT NULL, expires_at timestamptz NOT NULL,
        CONSTRAINT pk_guest_data_grant PRIMARY KEY (key_digest)
    )
    """,
    """
    CREATE TABLE device (
        digest text NOT NULL, account_id text COLLATE "C" NOT NULL, login_id text NOT NULL,
        platform text NOT NULL, registered_at timestamptz NOT NULL, sealed bytea NOT NULL,
        CONSTRAINT pk_device PRIMARY KEY (digest),
        CONSTRAINT ck_device_platform CHECK (platform IN ('android', 'ios', 'web'))
    )
    """,
    "CREATE INDEX ix_device_account_id ON device (account_id)",
    "CREATE INDEX ix_device_login_id ON device (login_id)",
    """
    CREATE TABLE device_push (
        id text COLLATE "C" NOT NULL, account_id text COLLATE "C" NOT NULL, digest text NOT NULL,
        alert_id text COLLATE "C", message_id text COLLATE "C", attempts bigint NOT NULL DEFAULT 0,
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
    """
    CREATE TABLE former_mail_token (
        digest text NOT NULL, account_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_former_mail_token PRIMARY KEY (digest)
    )
    """,
    "CREATE INDEX ix_former_mail_token_account_id ON former_mail_token (account_id)",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
