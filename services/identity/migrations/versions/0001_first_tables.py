"""Accounts, logins, mailed links, attempts, copies of profiles, and the chassis' tables."""

from alembic import op
from chassis import tables

revision = "0001"
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
        CONSTRAINT pk_account PRIMARY KEY (id),
        CONSTRAINT uq_account_email UNIQUE (email),
        CONSTRAINT ck_account_email_lower_case CHECK (email = lower(email)),
        CONSTRAINT ck_account_username_shape CHECK (username ~ '^[A-Za-z0-9_-]{3,40}$')
    )
    """,
    "CREATE UNIQUE INDEX uq_account_lower_username ON account (lower(username))",
    """
    CREATE TABLE deleted_account (
        account_id text NOT NULL,
        deleted_at timestamptz NOT NULL,
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
        CONSTRAINT pk_login PRIMARY KEY (id),
        CONSTRAINT fk_login_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_login_account_id ON login (account_id)",
    "CREATE INDEX ix_login_expires_at ON login (expires_at)",
    """
    CREATE TABLE ended_login (
        login_id text NOT NULL,
        account_id text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT pk_ended_login PRIMARY KEY (login_id)
    )
    """,
    "CREATE INDEX ix_ended_login_expires_at ON ended_login (expires_at)",
    """
    CREATE TABLE mail_link (
        digest bytea NOT NULL,
        purpose text NOT NULL,
        account_id text NOT NULL,
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
        email text NOT NULL,
        wished_at timestamptz NOT NULL,
        CONSTRAINT pk_reset_wish PRIMARY KEY (email)
    )
    """,
    """
    CREATE TABLE attempt (
        id bigint GENERATED ALWAYS AS IDENTITY,
        kind text NOT NULL,
        subject bytea NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT pk_attempt PRIMARY KEY (id)
    )
    """,
    "CREATE INDEX ix_attempt_kind_subject_at ON attempt (kind, subject, at)",
    "CREATE INDEX ix_attempt_at ON attempt (at)",
    """
    CREATE TABLE known_profile (
        account_id text NOT NULL,
        completed boolean NOT NULL DEFAULT false,
        phone text NOT NULL DEFAULT '',
        avatar text NOT NULL DEFAULT '',
        manually_verified boolean NOT NULL DEFAULT false,
        revision bigint NOT NULL DEFAULT 0,
        CONSTRAINT pk_known_profile PRIMARY KEY (account_id),
        CONSTRAINT fk_known_profile_account_id_account
            FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
    )
    """,
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
