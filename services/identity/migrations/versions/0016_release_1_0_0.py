"""Accounts, logins, second factors, mailed links and codes, exports, and the chassis' tables.

The state of release 1.0.0.
"""

from alembic import op
from chassis import tables

revision = "0016"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE account (
        id text NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        username text,
        password_hash text NOT NULL,
        verified_at timestamptz,
        created_at timestamptz NOT NULL,
        requested_appointment boolean NOT NULL DEFAULT false,
        fav_category jsonb NOT NULL DEFAULT '["all"]',
        fav_services jsonb NOT NULL DEFAULT '["all"]',
        channels jsonb NOT NULL DEFAULT '{}',
        revision bigint NOT NULL DEFAULT 1,
        staff boolean NOT NULL DEFAULT false,
        suspended boolean NOT NULL DEFAULT false,
        standing_revision bigint NOT NULL DEFAULT 0,
        language text NOT NULL DEFAULT 'english',
        language_said boolean NOT NULL DEFAULT false,
        timezone text NOT NULL DEFAULT '',
        hour_cycle text NOT NULL DEFAULT '',
        CONSTRAINT pk_account PRIMARY KEY (id),
        CONSTRAINT uq_account_email UNIQUE (email),
        CONSTRAINT ck_account_email_lower_case CHECK (email = lower(email)),
        CONSTRAINT ck_account_username_shape CHECK (username ~ '^[A-Za-z0-9_-]{3,40}$'),
        CONSTRAINT ck_account_hour_cycle CHECK (hour_cycle IN ('', 'h12', 'h23'))
    )
    """,
    "CREATE UNIQUE INDEX uq_account_lower_username ON account (lower(username))",
    """
    CREATE TABLE deleted_account (
        account_id text NOT NULL, deleted_at timestamptz NOT NULL,
        CONSTRAINT pk_deleted_account PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE login (
        id text NOT NULL,
        account_id text NOT NULL,
        device jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        generation integer NOT NULL DEFAULT 0,
        rotations jsonb NOT NULL DEFAULT '[]',
        replaced_expires_at timestamptz,
        cookie_digest text NOT NULL DEFAULT '',
        timezone text NOT NULL DEFAULT '',
        last_used_at timestamptz,
        second_factor boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_login PRIMARY KEY (id),
        CONSTRAINT fk_login_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_login_account_id ON login (account_id)",
    "CREATE INDEX ix_login_expires_at ON login (expires_at)",
    "CREATE INDEX ix_login_replaced_expires_at ON login (replaced_expires_at)",
    """
    CREATE TABLE ended_login (
        login_id text NOT NULL, account_id text NOT NULL, expires_at timestamptz NOT NULL,
        CONSTRAINT pk_ended_login PRIMARY KEY (login_id)
    )
    """,
    "CREATE INDEX ix_ended_login_expires_at ON ended_login (expires_at)",
    """
    CREATE TABLE mail_link (
        digest bytea NOT NULL, purpose text NOT NULL, account_id text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT pk_mail_link PRIMARY KEY (digest),
        CONSTRAINT ck_mail_link_purpose CHECK (purpose IN ('confirm', 'reset')),
        CONSTRAINT fk_mail_link_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_mail_link_account_id_purpose ON mail_link (account_id, purpose)",
    "CREATE INDEX ix_mail_link_expires_at ON mail_link (expires_at)",
    """
    CREATE TABLE reset_wish (
        email text NOT NULL, wished_at timestamptz NOT NULL,
        CONSTRAINT pk_reset_wish PRIMARY KEY (email)
    )
    """,
    """
    CREATE TABLE attempt (
        id bigint GENERATED ALWAYS AS IDENTITY, kind text NOT NULL, subject bytea NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT pk_attempt PRIMARY KEY (id)
    )
    """,
    "CREATE INDEX ix_attempt_kind_subject_at ON attempt (kind, subject, at)",
    "CREATE INDEX ix_attempt_at ON attempt (at)",
    """
    CREATE TABLE known_profile (
        account_id text NOT NULL, completed boolean NOT NULL DEFAULT false, phone text NOT NULL DEFAULT '',
        avatar text NOT NULL DEFAULT '', manually_verified boolean NOT NULL DEFAULT false,
        revision bigint NOT NULL DEFAULT 0,
        CONSTRAINT pk_known_profile PRIMARY KEY (account_id),
        CONSTRAINT fk_known_profile_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE password_tries (
        subject bytea NOT NULL, source bytea NOT NULL, tries integer NOT NULL,
        waits_until timestamptz NOT NULL, counted_at timestamptz NOT NULL, allowed boolean NOT NULL,
        PRIMARY KEY (subject, source)
    )
    """,
    "CREATE INDEX ix_password_tries_counted_at ON password_tries (counted_at)",
    """
    CREATE TABLE known_source (
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, source bytea NOT NULL,
        used_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, source)
    )
    """,
    "CREATE INDEX ix_known_source_used_at ON known_source (used_at)",
    """
    CREATE TABLE confirmation_code (
        account_id text NOT NULL, digest bytea NOT NULL, expires_at timestamptz NOT NULL,
        tries smallint NOT NULL DEFAULT 0,
        CONSTRAINT pk_confirmation_code PRIMARY KEY (account_id),
        CONSTRAINT fk_confirmation_code_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_confirmation_code_expires_at ON confirmation_code (expires_at)",
    """
    CREATE TABLE authenticator_app (
        account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE, sealed bytea, waiting bytea,
        last_step bigint NOT NULL DEFAULT 0
    )
    """,
    """
    CREATE TABLE recovery_code (
        digest bytea PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_recovery_code_account_id ON recovery_code (account_id)",
    """
    CREATE TABLE passkey (
        id text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        credential_id bytea NOT NULL CONSTRAINT uq_passkey_credential_id UNIQUE, public_key bytea NOT NULL,
        sign_count bigint NOT NULL, name text NOT NULL, created_at timestamptz NOT NULL,
        last_used_at timestamptz
    )
    """,
    "CREATE INDEX ix_passkey_account_id ON passkey (account_id)",
    """
    CREATE TABLE challenge (
        digest bytea PRIMARY KEY, purpose text NOT NULL,
        account_id text REFERENCES account (id) ON DELETE CASCADE, login_id text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT ck_challenge_purpose
            CHECK (purpose IN ('second_step', 'passkey_sign_in', 'add_passkey', 'step_up'))
    )
    """,
    "CREATE INDEX ix_challenge_account_id ON challenge (account_id)",
    "CREATE INDEX ix_challenge_expires_at ON challenge (expires_at)",
    """
    CREATE TABLE known_device (
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, digest bytea NOT NULL,
        PRIMARY KEY (account_id, digest)
    )
    """,
    """
    CREATE TABLE mail_change (
        account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE, new_email text NOT NULL,
        old_digest bytea CONSTRAINT uq_mail_change_old_digest UNIQUE,
        new_digest bytea CONSTRAINT uq_mail_change_new_digest UNIQUE, expires_at timestamptz NOT NULL
    )
    """,
    "CREATE INDEX ix_mail_change_expires_at ON mail_change (expires_at)",
    """
    CREATE TABLE reserved_username (
        digest bytea NOT NULL, until timestamptz NOT NULL,
        CONSTRAINT pk_reserved_username PRIMARY KEY (digest)
    )
    """,
    "CREATE INDEX ix_reserved_username_until ON reserved_username (until)",
    """
    CREATE TABLE data_export (
        account_id text NOT NULL, export_id text NOT NULL, requested_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL, sizes jsonb NOT NULL DEFAULT '{}', ready_at timestamptz,
        failed_at timestamptz,
        CONSTRAINT pk_data_export PRIMARY KEY (account_id),
        CONSTRAINT uq_data_export_export_id UNIQUE (export_id),
        CONSTRAINT fk_data_export_account_id_account FOREIGN KEY (account_id)
            REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_data_export_collecting ON data_export (requested_at) "
    "WHERE ready_at IS NULL AND failed_at IS NULL",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
