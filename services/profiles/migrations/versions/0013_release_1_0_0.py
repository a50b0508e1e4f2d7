"""Accounts, profiles, services, circles, search, the staff's desk and log, and the chassis' tables.

The state of release 1.0.0.
"""

from alembic import op
from chassis import tables

revision = "0013"
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
        staff boolean NOT NULL DEFAULT false,
        suspended_at timestamptz,
        standing_revision bigint NOT NULL DEFAULT 0,
        lookup text GENERATED ALWAYS AS (lower(name || ' ' || username || ' ' || email)) STORED,
        CONSTRAINT pk_account PRIMARY KEY (account_id)
    )
    """,
    "CREATE INDEX ix_account_lower_username ON account (lower(username)) WHERE username <> ''",
    "CREATE INDEX ix_account_suspended_at ON account (suspended_at DESC) WHERE suspended_at IS NOT NULL",
    "CREATE INDEX ix_account_lookup ON account USING gin (lookup gin_trgm_ops) WHERE NOT deleted",
    "CREATE INDEX ix_account_lower_name ON account (lower(name)) WHERE NOT deleted",
    """
    CREATE TABLE appointment (
        order_id text NOT NULL, provider_id text NOT NULL, client_id text NOT NULL,
        revision bigint NOT NULL, status text NOT NULL DEFAULT '',
        CONSTRAINT pk_appointment PRIMARY KEY (order_id)
    )
    """,
    "CREATE INDEX ix_appointment_client_id ON appointment (client_id)",
    "CREATE INDEX ix_appointment_provider_id ON appointment (provider_id)",
    """
    CREATE TABLE block (
        blocker_id text NOT NULL, blocked_id text NOT NULL, blocked boolean NOT NULL,
        changed_at timestamptz NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id),
        CONSTRAINT ck_block_not_own CHECK (blocker_id <> blocked_id)
    )
    """,
    "CREATE INDEX ix_block_blocked_id ON block (blocked_id)",
    """
    CREATE TABLE discarded_file (
        key text NOT NULL, discarded_at timestamptz NOT NULL,
        CONSTRAINT pk_discarded_file PRIMARY KEY (key)
    )
    """,
    "CREATE INDEX ix_discarded_file_discarded_at ON discarded_file (discarded_at)",
    """
    CREATE TABLE finance_settings (
        account_id text NOT NULL, fee_policy text NOT NULL, payment_methods text[] DEFAULT '{}' NOT NULL,
        payment_note text DEFAULT '' NOT NULL,
        CONSTRAINT pk_finance_settings PRIMARY KEY (account_id),
        CONSTRAINT ck_finance_settings_fee_policy CHECK (fee_policy IN ('negotiable', 'non-negotiable'))
    )
    """,
    """
    CREATE TABLE interest (
        account_id text NOT NULL, provider_id text NOT NULL, interest boolean NOT NULL,
        trusted boolean NOT NULL, changed_at timestamptz NOT NULL, revision bigint NOT NULL,
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
        phone_shown_to text NOT NULL DEFAULT 'booked',
        street_shown_to text NOT NULL DEFAULT 'booked',
        CONSTRAINT pk_profile PRIMARY KEY (account_id),
        CONSTRAINT ck_profile_complete CHECK (
            completed_at IS NULL
            OR (category <> '' AND expertise <> '' AND currency <> '' AND delivery_mode <> '')
        ),
        CONSTRAINT ck_profile_delivery_mode CHECK (delivery_mode IN ('', 'in-person', 'remote', 'hybrid')),
        CONSTRAINT ck_profile_phone_shown_to CHECK (phone_shown_to IN ('everybody', 'booked', 'nobody')),
        CONSTRAINT ck_profile_street_shown_to CHECK (street_shown_to IN ('everybody', 'booked', 'nobody'))
    )
    """,
    """
    CREATE TABLE rating_summary (
        provider_id text NOT NULL, average numeric(4, 2) NOT NULL, reviews integer NOT NULL,
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
        status text NOT NULL DEFAULT 'open',
        action text NOT NULL DEFAULT '',
        closed_at timestamptz,
        evidence jsonb,
        CONSTRAINT pk_report PRIMARY KEY (report_id),
        CONSTRAINT uq_report_once UNIQUE (reporter_id, reported_id, report_type, issue_id, title),
        CONSTRAINT ck_report_not_own CHECK (reporter_id <> reported_id),
        CONSTRAINT ck_report_status CHECK (status IN ('open', 'closed')),
        CONSTRAINT ck_report_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
        CONSTRAINT ck_report_type
            CHECK (report_type IN ('posts', 'appointments', 'messages', 'comments', 'reviews', 'accounts'))
    )
    """,
    "CREATE INDEX ix_report_reported_id ON report (reported_id)",
    "CREATE INDEX ix_report_open ON report (report_id) WHERE status = 'open'",
    "CREATE INDEX ix_report_issue ON report (report_type, issue_id)",
    "CREATE INDEX ix_report_type ON report (report_type, status, report_id)",
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
    "CREATE INDEX ix_service_provider_id_service_id ON service (provider_id, service_id) "
    "WHERE status <> 'deleted'",
    r"""
    CREATE FUNCTION plain(typed text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN lower(unaccent(regexp_replace(typed, '[[\:punct\:]]+', ' ', 'g')))
    """,
    """
    CREATE TABLE search_listing (
        provider_id text NOT NULL,
        document tsvector NOT NULL,
        facets text[] NOT NULL,
        cheapest numeric NOT NULL,
        currency text NOT NULL,
        rating numeric(4, 2) NOT NULL,
        reviews integer NOT NULL,
        trusted_by integer NOT NULL,
        quality double precision NOT NULL,
        listed_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_search_listing PRIMARY KEY (provider_id)
    )
    """,
    # Our own estimates know the ten thousand commonest words.
    "ALTER TABLE search_listing ALTER COLUMN document SET STATISTICS 1000",
    "CREATE INDEX ix_search_listing_document ON search_listing USING gin (document)",
    "CREATE INDEX ix_search_listing_quality ON search_listing (quality, provider_id)",
    "CREATE INDEX ix_search_listing_rating ON search_listing (rating, provider_id)",
    "CREATE INDEX ix_search_listing_cheapest ON search_listing (cheapest, provider_id)",
    "CREATE INDEX ix_search_listing_listed_at ON search_listing (listed_at, provider_id)",
    """
    CREATE TABLE search_word (
        word text COLLATE "C" NOT NULL,
        CONSTRAINT pk_search_word PRIMARY KEY (word)
    )
    """,
    "CREATE INDEX ix_search_word_word ON search_word USING gin (word gin_trgm_ops)",
    """
    CREATE TABLE post_standing (
        post_id text NOT NULL, owner_id text NOT NULL, hidden boolean NOT NULL,
        changed_at timestamptz NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_post_standing PRIMARY KEY (post_id)
    )
    """,
    "CREATE INDEX ix_post_standing_owner_id ON post_standing (owner_id)",
    """
    CREATE TABLE user_request (
        request_id text NOT NULL,
        account_id text NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        language text NOT NULL,
        topic text NOT NULL,
        question text NOT NULL,
        filed_at timestamptz NOT NULL,
        answer text NOT NULL DEFAULT '',
        answered_at timestamptz,
        CONSTRAINT pk_user_request PRIMARY KEY (request_id)
    )
    """,
    "CREATE INDEX ix_user_request_account_id ON user_request (account_id) WHERE account_id <> ''",
    "CREATE INDEX ix_user_request_open ON user_request (request_id) WHERE answered_at IS NULL",
    "CREATE INDEX ix_user_request_guest_answered_at ON user_request (answered_at) WHERE account_id = ''",
    """
    CREATE TABLE staff_act (
        act_id text NOT NULL,
        staff_id text NOT NULL,
        act text NOT NULL,
        account_id text NOT NULL,
        thing_id text NOT NULL,
        report_id text NOT NULL,
        note text NOT NULL,
        done_at timestamptz NOT NULL,
        number bigint NOT NULL,
        hash bytea NOT NULL,
        CONSTRAINT pk_staff_act PRIMARY KEY (act_id),
        CONSTRAINT uq_staff_act_number UNIQUE (number)
    )
    """,
    "CREATE INDEX ix_staff_act_account_id ON staff_act (account_id, act_id DESC)",
    "CREATE INDEX ix_staff_act_report_id ON staff_act (report_id) WHERE report_id <> ''",
    "CREATE INDEX ix_staff_act_staff_id ON staff_act (staff_id, thing_id, done_at)",
    """
    CREATE FUNCTION staff_act_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'what the staff did is written once and for all';
    END
    $$
    """,
    "CREATE TRIGGER staff_act_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_act "
    "FOR EACH STATEMENT EXECUTE FUNCTION staff_act_stays()",
    """
    CREATE TABLE sitemap_page (
        number integer NOT NULL, first_id text NOT NULL,
        CONSTRAINT pk_sitemap_page PRIMARY KEY (number)
    )
    """,
    """
    CREATE TABLE former_username (
        digest text NOT NULL, gone_at timestamptz NOT NULL,
        CONSTRAINT pk_former_username PRIMARY KEY (digest)
    )
    """,
    "CREATE INDEX ix_former_username_gone_at ON former_username (gone_at)",
    # Lengths before the texts: no two entries have the same bytes. `profiles.audit_log.chain` does the same.
    """
    CREATE FUNCTION staff_act_hash(previous bytea, entry staff_act) RETURNS bytea LANGUAGE sql STABLE AS $$
        SELECT sha256(previous || convert_to(
            string_agg(octet_length(field) || ':' || field, '' ORDER BY place), 'UTF8'
        ))
        FROM unnest(ARRAY[
            entry.number::text, entry.act_id, entry.staff_id, entry.act, entry.account_id, entry.thing_id,
            entry.report_id, entry.note, (extract(epoch FROM entry.done_at) * 1000000)::bigint::text
        ]) WITH ORDINALITY AS fields (field, place)
    $$
    """,
    # The lock is held until the transaction ends, so that each entry is hashed after the one before it.
    """
    CREATE FUNCTION staff_act_chain() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        last staff_act;
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('staff_act'));
        SELECT * INTO last FROM staff_act ORDER BY number DESC LIMIT 1;
        NEW.number := coalesce(last.number, 0) + 1;
        NEW.hash := staff_act_hash(coalesce(last.hash, decode(repeat('00', 32), 'hex')), NEW);
        RETURN NEW;
    END
    $$
    """,
    "CREATE TRIGGER staff_act_chain BEFORE INSERT ON staff_act "
    "FOR EACH ROW EXECUTE FUNCTION staff_act_chain()",
    # The owner alone reads and removes; the serving role adds rows (`chassis.database_roles.ADD_ONLY`), and
    # may call the function, which runs with the owner's rights: it takes no arguments, so nobody tells it
    # what is old, and resolves its names in pg_catalog alone.
    "CREATE SCHEMA archive",
    """
    CREATE TABLE archive.archived_report (
        entry_id bigint GENERATED ALWAYS AS IDENTITY,
        report_id text NOT NULL,
        reporter_id text NOT NULL,
        reported_id text NOT NULL,
        report_type text NOT NULL,
        issue_id text NOT NULL,
        title text NOT NULL,
        details text NOT NULL,
        additional text NOT NULL,
        filed_at timestamptz NOT NULL,
        status text NOT NULL,
        action text NOT NULL,
        closed_at timestamptz,
        evidence jsonb,
        gone_id text NOT NULL,
        username_digest text NOT NULL,
        archived_at timestamptz NOT NULL,
        keep_until timestamptz NOT NULL,
        CONSTRAINT pk_archived_report PRIMARY KEY (entry_id)
    )
    """,
    "CREATE INDEX ix_archived_report_report_id ON archive.archived_report (report_id)",
    "CREATE INDEX ix_archived_report_reporter_id ON archive.archived_report (reporter_id)",
    "CREATE INDEX ix_archived_report_reported_id ON archive.archived_report (reported_id)",
    "CREATE INDEX ix_archived_report_keep_until ON archive.archived_report (keep_until)",
    """
    CREATE TABLE archive.late_evidence (
        entry_id bigint GENERATED ALWAYS AS IDENTITY, report_id text NOT NULL, evidence jsonb NOT NULL,
        archived_at timestamptz NOT NULL, keep_until timestamptz NOT NULL,
        CONSTRAINT pk_late_evidence PRIMARY KEY (entry_id)
    )
    """,
    "CREATE INDEX ix_late_evidence_report_id ON archive.late_evidence (report_id)",
    "CREATE INDEX ix_late_evidence_keep_until ON archive.late_evidence (keep_until)",
    """
    CREATE FUNCTION archive.remove_expired() RETURNS void LANGUAGE sql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        DELETE FROM archive.archived_report WHERE keep_until < now();
        DELETE FROM archive.late_evidence WHERE keep_until < now();
    $$
    """,
    "REVOKE ALL ON FUNCTION archive.remove_expired() FROM PUBLIC",
    """
    CREATE TABLE guest_data_grant (
        key_digest text NOT NULL, address_digest text NOT NULL, expires_at timestamptz NOT NULL,
        CONSTRAINT pk_guest_data_grant PRIMARY KEY (key_digest)
    )
    """,
    # The owner's rights alone are no way around them: they fire also while replication plays rows back.
    "ALTER TABLE staff_act ENABLE ALWAYS TRIGGER staff_act_stays",
    "ALTER TABLE staff_act ENABLE ALWAYS TRIGGER staff_act_chain",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
