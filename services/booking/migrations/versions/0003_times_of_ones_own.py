"""Days that differ, notice and horizon; proposed new times; reminders; calendars of one's own.

Everything is added with a default, so that the version before goes on working beside it.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    """
    ALTER TABLE hours
        ADD COLUMN minimum_notice integer NOT NULL DEFAULT 0,
        ADD COLUMN booking_horizon integer NOT NULL DEFAULT 0,
        ADD COLUMN overrides jsonb NOT NULL DEFAULT '[]'
    """,
    # The same rule on another index: text keys make GiST pages overlap, and each check read most of them.
    # A hash that two providers shared would refuse too much, never too little.
    """
    ALTER TABLE session
        DROP CONSTRAINT ex_session_no_overlap,
        ADD CONSTRAINT ex_session_no_overlap EXCLUDE USING gist
            (hashtextextended(provider_id, 0) WITH =, tstzrange(starts_at, ends_at) WITH &&)
            WHERE (status IN ('pending', 'accepted', 'ongoing'))
    """,
    # Time that is held for a proposed new time, beside the sessions as they were agreed.
    """
    ALTER TABLE session
        ADD COLUMN proposed boolean NOT NULL DEFAULT false,
        ADD COLUMN remind_at timestamptz
    """,
    "CREATE INDEX ix_session_remind_at ON session (remind_at) WHERE status = 'accepted' AND NOT proposed",
    "ALTER TABLE booking_order ADD COLUMN times_proposed integer NOT NULL DEFAULT 0",
    """
    CREATE TABLE proposal (
        order_id text NOT NULL,
        proposed_by text NOT NULL,
        sessions jsonb NOT NULL,
        note text NOT NULL,
        lapses_at timestamptz NOT NULL,
        CONSTRAINT pk_proposal PRIMARY KEY (order_id),
        CONSTRAINT fk_proposal_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id) ON DELETE CASCADE,
        CONSTRAINT ck_proposal_proposed_by CHECK (proposed_by IN ('provider', 'client'))
    )
    """,
    "CREATE INDEX ix_proposal_lapses_at ON proposal (lapses_at)",
    # A provider's own appointments as somebody's client are not free time either. The function looks with
    # a snapshot of its own, after the statement that placed the session has taken both sides' locks.
    """
    CREATE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT FROM booking_order o JOIN session s USING (order_id)
            WHERE o.client_id = NEW.provider_id AND o.status IN ('pending', 'accepted', 'ongoing')
              AND s.order_id <> NEW.order_id
              AND tstzrange(s.starts_at, s.ends_at) && tstzrange(NEW.starts_at, NEW.ends_at)
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE TRIGGER session_of_free_provider AFTER INSERT ON session
        FOR EACH ROW EXECUTE FUNCTION session_of_free_provider()
    """,
    """
    CREATE TABLE calendar_feed (
        account_id text NOT NULL,
        generation integer NOT NULL,
        open boolean NOT NULL,
        CONSTRAINT pk_calendar_feed PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE external_calendar (
        calendar_id text NOT NULL,
        provider_id text NOT NULL,
        name text NOT NULL,
        url text NOT NULL,
        etag text NOT NULL DEFAULT '',
        failure text NOT NULL DEFAULT '',
        failures integer NOT NULL DEFAULT 0,
        checked_at timestamptz NOT NULL,
        read_at timestamptz NOT NULL,
        check_after timestamptz NOT NULL,
        CONSTRAINT pk_external_calendar PRIMARY KEY (calendar_id),
        CONSTRAINT uq_external_calendar_provider_id_url UNIQUE (provider_id, url)
    )
    """,
    "CREATE INDEX ix_external_calendar_check_after ON external_calendar (check_after)",
    """
    CREATE TABLE busy_time (
        calendar_id text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        provider_id text NOT NULL,
        CONSTRAINT pk_busy_time PRIMARY KEY (calendar_id, starts_at),
        CONSTRAINT fk_busy_time_calendar_id_external_calendar
            FOREIGN KEY (calendar_id) REFERENCES external_calendar (calendar_id) ON DELETE CASCADE,
        CONSTRAINT ck_busy_time_lasts CHECK (ends_at > starts_at)
    )
    """,
    "CREATE INDEX ix_busy_time_provider_id_ends_at ON busy_time (provider_id, ends_at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
