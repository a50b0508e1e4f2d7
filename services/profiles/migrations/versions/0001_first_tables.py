"""Accounts, profiles, services, circles, blocks, reports, search, and the chassis' tables."""

from alembic import op
from chassis import tables

revision = "0001"
down_revision = None

STATEMENTS = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE EXTENSION IF NOT EXISTS unaccent",
    """
    CREATE TABLE account (
        account_id text NOT NULL,
        name text DEFAULT '' NOT NULL,
        username text DEFAULT '' NOT NULL,
        email text DEFAULT '' NOT NULL,
        verified boolean DEFAULT false NOT NULL,
        created_at timestamptz,
        deleted boolean DEFAULT false NOT NULL,
        revision bigint DEFAULT -1 NOT NULL,
        CONSTRAINT pk_account PRIMARY KEY (account_id)
    )
    """,
    "CREATE INDEX ix_account_lower_username ON account (lower(username)) WHERE username <> ''",
    """
    CREATE TABLE appointment (
        order_id text NOT NULL,
        provider_id text NOT NULL,
        client_id text NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_appointment PRIMARY KEY (order_id)
    )
    """,
    "CREATE INDEX ix_appointment_client_id ON appointment (client_id)",
    "CREATE INDEX ix_appointment_provider_id ON appointment (provider_id)",
    """
    CREATE TABLE block (
        blocker_id text NOT NULL,
        blocked_id text NOT NULL,
        blocked boolean NOT NULL,
        changed_at timestamptz NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id),
        CONSTRAINT ck_block_not_own CHECK (blocker_id <> blocked_id)
    )
    """,
    "CREATE INDEX ix_block_blocked_id ON block (blocked_id)",
    """
    CREATE TABLE discarded_file (
        key text NOT NULL,
        discarded_at timestamptz NOT NULL,
        CONSTRAINT pk_discarded_file PRIMARY KEY (key)
    )
    """,
    "CREATE INDEX ix_discarded_file_discarded_at ON discarded_file (discarded_at)",
    """
    CREATE TABLE finance_settings (
        account_id text NOT NULL,
        fee_policy text NOT NULL,
        payment_methods text[] DEFAULT '{}' NOT NULL,
        payment_note text DEFAULT '' NOT NULL,
        CONSTRAINT pk_finance_settings PRIMARY KEY (account_id),
        CONSTRAINT ck_finance_settings_fee_policy CHECK (fee_policy IN ('negotiable', 'non-negotiable'))
    )
    """,
    """
    CREATE TABLE interest (
        account_id text NOT NULL,
        provider_id text NOT NULL,
        interest boolean NOT NULL,
        trusted boolean NOT NULL,
        changed_at timestamptz NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_interest PRIMARY KEY (account_id, provider_id),
        CONSTRAINT ck_interest_not_own CHECK (account_id <> provider_id),
        CONSTRAINT ck_interest_trusted_is_interest CHECK (interest OR NOT trusted)
    )
    """,
    "CREATE INDEX ix_interest_provider_id ON interest (provider_id)",
    "CREATE INDEX ix_interest_provider_id_trusted ON interest (provider_id) WHERE trusted",
    """
    CREATE TABLE profile (
        account_id text NOT NULL,
        completed_at timestamptz,
        category text DEFAULT '' NOT NULL,
        expertise text DEFAULT '' NOT NULL,
        contact_phone text DEFAULT '' NOT NULL,
        country text DEFAULT '' NOT NULL,
        city text DEFAULT '' NOT NULL,
        currency text DEFAULT '' NOT NULL,
        location_address text DEFAULT '' NOT NULL,
        delivery_mode text DEFAULT '' NOT NULL,
        bio text DEFAULT '' NOT NULL,
        timezone text DEFAULT 'UTC' NOT NULL,
        languages text[] DEFAULT '{}' NOT NULL,
        skills text[] DEFAULT '{}' NOT NULL,
        policy_perks text[] DEFAULT '{}' NOT NULL,
        avatar text DEFAULT '' NOT NULL,
        manually_verified boolean DEFAULT false NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        revision bigint DEFAULT 0 NOT NULL,
        CONSTRAINT pk_profile PRIMARY KEY (account_id),
        CONSTRAINT ck_profile_complete CHECK (
            completed_at IS NULL
            OR (category <> '' AND expertise <> '' AND currency <> '' AND delivery_mode <> '')
        ),
        CONSTRAINT ck_profile_delivery_mode CHECK (delivery_mode IN ('', 'in-person', 'remote', 'hybrid'))
    )
    """,
    """
    CREATE TABLE rating_summary (
        provider_id text NOT NULL,
        average numeric(4, 2) NOT NULL,
        reviews integer NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_rating_summary PRIMARY KEY (provider_id)
    )
    """,
    """
    CREATE TABLE report (
        report_id text NOT NULL,
        reporter_id text NOT NULL,
        reported_id text NOT NULL,
        report_type text NOT NULL,
        issue_id text NOT NULL,
        title text NOT NULL,
        details text NOT NULL,
        additional text NOT NULL,
        filed_at timestamptz NOT NULL,
        CONSTRAINT pk_report PRIMARY KEY (report_id),
        CONSTRAINT uq_report_once UNIQUE (reporter_id, reported_id, report_type, issue_id, title),
        CONSTRAINT ck_report_type CHECK (report_type IN ('posts', 'appointments')),
        CONSTRAINT ck_report_not_own CHECK (reporter_id <> reported_id)
    )
    """,
    "CREATE INDEX ix_report_reported_id ON report (reported_id)",
    """
    CREATE TABLE search_entry (
        provider_id text NOT NULL,
        words text NOT NULL,
        document tsvector NOT NULL,
        category text NOT NULL,
        country_code text NOT NULL,
        city text NOT NULL,
        delivery_modes text[] NOT NULL,
        languages text[] NOT NULL,
        cheapest numeric NOT NULL,
        rating numeric(4, 2) NOT NULL,
        reviews integer NOT NULL,
        listed_at timestamptz NOT NULL,
        CONSTRAINT pk_search_entry PRIMARY KEY (provider_id)
    )
    """,
    "CREATE INDEX ix_search_entry_category_rating ON search_entry (category, rating, provider_id)",
    "CREATE INDEX ix_search_entry_cheapest ON search_entry (cheapest, provider_id)",
    "CREATE INDEX ix_search_entry_country_code_city ON search_entry (country_code, city)",
    "CREATE INDEX ix_search_entry_document ON search_entry USING gin (document)",
    "CREATE INDEX ix_search_entry_listed_at ON search_entry (listed_at, provider_id)",
    "CREATE INDEX ix_search_entry_rating ON search_entry (rating, provider_id)",
    "CREATE INDEX ix_search_entry_words ON search_entry USING gin (words gin_trgm_ops)",
    """
    CREATE TABLE service (
        service_id text NOT NULL,
        provider_id text NOT NULL,
        name text NOT NULL,
        duration_minutes integer NOT NULL,
        cost_minor bigint NOT NULL,
        currency text NOT NULL,
        minor_digits smallint NOT NULL,
        delivery_mode text NOT NULL,
        brief text NOT NULL,
        status text NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_service PRIMARY KEY (service_id),
        CONSTRAINT ck_service_status CHECK (status IN ('active', 'archived', 'deleted')),
        CONSTRAINT ck_service_duration CHECK (duration_minutes BETWEEN 5 AND 1435),
        CONSTRAINT ck_service_cost CHECK (cost_minor >= 0),
        CONSTRAINT ck_service_delivery_mode CHECK (delivery_mode IN ('in-person', 'remote', 'hybrid'))
    )
    """,
    """
    CREATE INDEX ix_service_provider_id_service_id ON service (provider_id, service_id)
        WHERE status <> 'deleted'
    """,
)


def upgrade() -> None:
    """Make every table."""
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
