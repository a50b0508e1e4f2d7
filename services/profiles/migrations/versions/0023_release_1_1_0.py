"""From release 1.0.0 to 1.1.0: booking rules, terms, questions and places of services; pages that are paused,
how often they are opened, and reviews that the staff take down.
"""

from alembic import op
from chassis import schema_steps, tables

revision = "0023"
down_revision = "0013"

NEW_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS review_standing (
        review_id text NOT NULL, owner_id text NOT NULL, removed boolean NOT NULL,
        changed_at timestamptz NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_review_standing PRIMARY KEY (review_id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_review_standing_owner_id ON review_standing (owner_id)",
    """
    CREATE TABLE IF NOT EXISTS page_view (
        provider_id text NOT NULL, day date NOT NULL, views integer NOT NULL,
        CONSTRAINT pk_page_view PRIMARY KEY (provider_id, day),
        CONSTRAINT ck_page_view_views CHECK (views > 0)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_page_view_day ON page_view (day)",
    """
    CREATE TABLE IF NOT EXISTS venue_settings (
        account_id text NOT NULL, remote_kind text NOT NULL DEFAULT '',
        remote_link text NOT NULL DEFAULT '', remote_server text NOT NULL DEFAULT '',
        area_postcodes text[] NOT NULL DEFAULT '{}', area_radius integer, area_latitude double precision,
        area_longitude double precision,
        CONSTRAINT pk_venue_settings PRIMARY KEY (account_id),
        CONSTRAINT ck_venue_settings_remote_kind CHECK (remote_kind IN ('', 'link', 'template', 'room'))
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS place (
        place_id text NOT NULL,
        provider_id text NOT NULL,
        position integer NOT NULL,
        name text NOT NULL,
        street text NOT NULL,
        postcode text NOT NULL,
        city text NOT NULL,
        country text NOT NULL,
        note text NOT NULL DEFAULT '',
        archived boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_place PRIMARY KEY (place_id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_place_provider_id ON place (provider_id)",
)
NEW_COLUMNS = {
    "service": "buffer_before integer NOT NULL DEFAULT 0, buffer_after integer NOT NULL DEFAULT 0, "
    "minimum_notice integer, booking_horizon integer, most_per_day integer, most_per_week integer, "
    "offered_days smallint NOT NULL DEFAULT 127, confirmation text NOT NULL DEFAULT 'request', "
    "price_kind text NOT NULL DEFAULT 'fixed', taxes_included text NOT NULL DEFAULT '', "
    "free_cancellation_hours integer, late_cancellation text NOT NULL DEFAULT 'allowed', "
    "cancellation_words text NOT NULL DEFAULT '', place_ids text[] NOT NULL DEFAULT '{}', "
    "questions jsonb NOT NULL DEFAULT '[]', at_client boolean NOT NULL DEFAULT false, "
    "travel_before integer NOT NULL DEFAULT 0, travel_after integer NOT NULL DEFAULT 0",
    "profile": "away boolean NOT NULL DEFAULT false, away_until date, away_ends_at timestamptz, "
    "away_message text NOT NULL DEFAULT ''",
}
CHECKS = (
    ("service", "buffers", "buffer_before BETWEEN 0 AND 240 AND buffer_after BETWEEN 0 AND 240"),
    ("service", "minimum_notice", "minimum_notice BETWEEN 0 AND 43200"),
    ("service", "booking_horizon", "booking_horizon BETWEEN 1 AND 730"),
    ("service", "most", "most_per_day BETWEEN 1 AND 100 AND most_per_week BETWEEN 1 AND 500"),
    ("service", "offered_days", "offered_days BETWEEN 1 AND 127"),
    ("service", "confirmation", "confirmation IN ('request', 'known', 'instant')"),
    ("service", "price_kind", "price_kind IN ('fixed', 'from', 'free', 'on_request')"),
    ("service", "taxes_included", "taxes_included IN ('', 'yes', 'no')"),
    ("service", "free_cancellation_hours", "free_cancellation_hours BETWEEN 0 AND 720"),
    ("service", "late_cancellation", "late_cancellation IN ('allowed', 'refused')"),
    ("service", "travel", "travel_before BETWEEN 0 AND 240 AND travel_after BETWEEN 0 AND 240"),
    ("profile", "away_ends_at", "(away_until IS NULL) = (away_ends_at IS NULL)"),
)


def upgrade() -> None:
    schema_steps.run_each(op, *NEW_TABLES)
    schema_steps.vacuum_pruned(op, "page_view")
    with op.get_context().autocommit_block():
        for table, columns in NEW_COLUMNS.items():
            schema_steps.add_columns(op, table, columns)
        for table, name, rule in CHECKS:
            schema_steps.add_check(op, table, name, rule)
        for table, name, _ in CHECKS:
            schema_steps.validate_check(op, table, name)
        tables.follow_deletions(op)
        schema_steps.vacuum_pruned(
            op, "former_username", "guest_data_grant", "user_request", toasted=("user_request",)
        )
        schema_steps.build_index(op, "ix_guest_data_grant_expires_at", "guest_data_grant (expires_at)")
        # With deleted services too, since they go with the account.
        schema_steps.build_index(op, "ix_service_provider_id", "service (provider_id, service_id)")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_service_provider_id_service_id")
        schema_steps.build_index(
            op, "ix_account_suspended", "account (account_id) WHERE suspended_at IS NOT NULL"
        )
