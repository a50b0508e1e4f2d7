"""Directory, hours, orders with their sessions, ratings, calendars, and the chassis' tables.

The state of release 1.0.0.
"""

from alembic import op
from chassis import tables

revision = "0025"
down_revision = None

STATEMENTS = (
    "CREATE EXTENSION IF NOT EXISTS btree_gist",
    """
    CREATE TABLE account (
        account_id text NOT NULL,
        name text NOT NULL DEFAULT '',
        email text NOT NULL DEFAULT '',
        username text NOT NULL DEFAULT '',
        avatar text NOT NULL DEFAULT '',
        deleted boolean NOT NULL DEFAULT false,
        revision integer NOT NULL DEFAULT -1,
        avatar_revision integer NOT NULL DEFAULT -1,
        suspended boolean NOT NULL DEFAULT false,
        standing_revision bigint NOT NULL DEFAULT 0,
        confirmed boolean NOT NULL DEFAULT false,
        requested boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_account PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE provider (
        provider_id text NOT NULL,
        completed boolean NOT NULL,
        expertise text NOT NULL,
        currency text NOT NULL,
        delivery_mode text NOT NULL,
        location_address text NOT NULL,
        timezone text NOT NULL,
        revision integer NOT NULL,
        suspended boolean NOT NULL DEFAULT false,
        street_shown_to text NOT NULL DEFAULT 'booked',
        contact_phone text NOT NULL DEFAULT '',
        phone_shown_to text NOT NULL DEFAULT 'booked',
        payment jsonb NOT NULL DEFAULT '{}',
        CONSTRAINT pk_provider PRIMARY KEY (provider_id)
    )
    """,
    """
    CREATE TABLE service (
        service_id text NOT NULL,
        provider_id text NOT NULL,
        name text NOT NULL,
        minutes integer NOT NULL,
        cost_minor bigint NOT NULL,
        currency text NOT NULL,
        delivery_mode text NOT NULL,
        status text NOT NULL,
        revision integer NOT NULL,
        brief text NOT NULL DEFAULT '',
        CONSTRAINT pk_service PRIMARY KEY (service_id)
    )
    """,
    "CREATE INDEX ix_service_provider_id ON service (provider_id)",
    """
    CREATE TABLE block (
        blocker_id text NOT NULL, blocked_id text NOT NULL, blocked boolean NOT NULL,
        revision integer NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id)
    )
    """,
    """
    CREATE TABLE guest (
        guest_id text NOT NULL, name text NOT NULL, email text NOT NULL, code_hash text NOT NULL,
        expires_at timestamptz NOT NULL, tries smallint NOT NULL DEFAULT 0,
        CONSTRAINT pk_guest PRIMARY KEY (guest_id)
    )
    """,
    "CREATE INDEX ix_guest_expires_at ON guest (expires_at)",
    """
    CREATE TABLE hours (
        provider_id text NOT NULL, timezone text NOT NULL, days jsonb NOT NULL, revision integer NOT NULL,
        minimum_notice integer NOT NULL DEFAULT 0, booking_horizon integer NOT NULL DEFAULT 0,
        overrides jsonb NOT NULL DEFAULT '[]', answer_hours integer NOT NULL DEFAULT 48,
        CONSTRAINT pk_hours PRIMARY KEY (provider_id)
    )
    """,
    """
    CREATE TABLE booking_order (
        order_id text NOT NULL,
        provider_id text NOT NULL,
        client_id text,
        guest_id text,
        client_name text NOT NULL,
        client_email text NOT NULL,
        status text NOT NULL,
        brief text NOT NULL,
        note text NOT NULL DEFAULT '',
        delivery_mode text NOT NULL,
        delivery_location text NOT NULL,
        services jsonb NOT NULL,
        total_minor bigint NOT NULL,
        total_minutes integer NOT NULL,
        currency text NOT NULL,
        provider_timezone text NOT NULL,
        client_timezone text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        rating_requested_at timestamptz,
        calendar_sequence integer NOT NULL DEFAULT -1,
        revision integer NOT NULL,
        link_mailed_at timestamptz,
        times_proposed integer NOT NULL DEFAULT 0,
        client_language text NOT NULL DEFAULT 'english',
        multiple_clients boolean NOT NULL DEFAULT false,
        client_pay_status text NOT NULL DEFAULT 'unpaid',
        provider_pay_status text NOT NULL DEFAULT 'unpaid',
        answer_by timestamptz,
        link_generation integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_booking_order PRIMARY KEY (order_id),
        CONSTRAINT uq_booking_order_order_id_status UNIQUE (order_id, status),
        CONSTRAINT ck_booking_order_status
            CHECK (status IN ('pending', 'accepted', 'ongoing', 'completed', 'cancelled', 'rejected')),
        CONSTRAINT ck_booking_order_delivery_mode CHECK (delivery_mode IN ('in-person', 'remote')),
        CONSTRAINT ck_booking_order_lasts CHECK (ends_at > starts_at),
        CONSTRAINT ck_booking_order_one_client CHECK (client_id IS NULL OR guest_id IS NULL),
        CONSTRAINT ck_booking_order_not_own CHECK (client_id IS DISTINCT FROM provider_id)
    )
    """,
    "CREATE INDEX ix_booking_order_provider_id_order_id ON booking_order (provider_id, order_id)",
    "CREATE INDEX ix_booking_order_client_id_order_id ON booking_order (client_id, order_id) "
    "WHERE client_id IS NOT NULL",
    "CREATE UNIQUE INDEX uq_booking_order_provider_ongoing ON booking_order (provider_id) "
    "WHERE status = 'ongoing'",
    "CREATE UNIQUE INDEX uq_booking_order_client_ongoing ON booking_order (client_id) "
    "WHERE status = 'ongoing'",
    "CREATE INDEX ix_booking_order_guest_pending ON booking_order (client_email) "
    "WHERE status = 'pending' AND guest_id IS NOT NULL",
    "CREATE INDEX ix_booking_order_client_completed ON booking_order (client_id) WHERE status = 'completed'",
    "CREATE INDEX ix_booking_order_guest_completed ON booking_order (client_email) "
    "WHERE status = 'completed' AND guest_id IS NOT NULL",
    "CREATE INDEX ix_booking_order_guest_email ON booking_order (client_email) WHERE guest_id IS NOT NULL",
    # A partial index serves only a statement that names its first column, whatever the statistics say: else
    # one of open orders looks empty, and cheap to read as a whole, until there are statistics.
    "CREATE INDEX ix_booking_order_provider_open ON booking_order (provider_id) "
    "WHERE provider_id IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')",
    "CREATE INDEX ix_booking_order_client_provider_open ON booking_order (client_id, provider_id) "
    "WHERE client_id IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')",
    "CREATE INDEX ix_booking_order_pending_starts_at ON booking_order (starts_at) "
    "WHERE starts_at IS NOT NULL AND status = 'pending'",
    "CREATE INDEX ix_booking_order_pending_answer_by ON booking_order (answer_by) "
    "WHERE answer_by IS NOT NULL AND status = 'pending'",
    "CREATE INDEX ix_booking_order_guest_ends_at ON booking_order (ends_at) "
    "WHERE ends_at IS NOT NULL AND guest_id IS NOT NULL",
    # The order's state machine (orders/rules.py), held by the database whoever writes.
    """
    CREATE FUNCTION booking_order_step() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (OLD.status, NEW.status) NOT IN (
            ('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'),
            ('accepted', 'ongoing'), ('accepted', 'completed'), ('accepted', 'cancelled'),
            ('ongoing', 'accepted'), ('ongoing', 'completed'), ('ongoing', 'cancelled')
        ) THEN
            RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_order_step';
        END IF;
        IF NEW.status = 'completed' THEN
            UPDATE session SET state = 'done'
            WHERE order_id = NEW.order_id AND NOT proposed AND state IN ('upcoming', 'ongoing');
        ELSIF NEW.status = 'ongoing' AND NOT EXISTS (
            SELECT FROM session WHERE order_id = NEW.order_id AND state = 'ongoing'
        ) THEN
            UPDATE session SET state = 'ongoing'
            WHERE order_id = NEW.order_id AND position = (
                SELECT min(position) FROM session
                WHERE order_id = NEW.order_id AND NOT proposed AND state = 'upcoming'
            );
        END IF;
        RETURN NEW;
    END
    $$
    """,
    "CREATE TRIGGER booking_order_step BEFORE UPDATE OF status ON booking_order "
    "FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION booking_order_step()",
    # Text keys make GiST pages overlap; a hash that two providers shared would refuse too much, never too
    # little. A session lasts a slot, a day and the hour that the clocks give at the longest: an index on its
    # end says where it cannot start any more.
    """
    CREATE TABLE session (
        order_id text NOT NULL,
        position smallint NOT NULL,
        slot_id text NOT NULL,
        alias text NOT NULL DEFAULT '',
        provider_id text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        status text NOT NULL,
        proposed boolean NOT NULL DEFAULT false,
        remind_at timestamptz,
        state text NOT NULL DEFAULT 'upcoming',
        CONSTRAINT pk_session PRIMARY KEY (order_id, position),
        CONSTRAINT fk_session_order_id_status_booking_order
            FOREIGN KEY (order_id, status) REFERENCES booking_order (order_id, status)
            ON UPDATE CASCADE ON DELETE CASCADE,
        CONSTRAINT ck_session_lasts CHECK (ends_at > starts_at),
        CONSTRAINT ck_session_not_for_days CHECK (ends_at - starts_at <= interval '2 days'),
        CONSTRAINT ck_session_state CHECK (state IN ('upcoming', 'ongoing', 'done', 'missed')),
        CONSTRAINT ex_session_no_overlap EXCLUDE USING gist
            (hashtextextended(provider_id, 0) WITH =, tstzrange(starts_at, ends_at) WITH &&)
            WHERE (status IN ('pending', 'accepted', 'ongoing') AND state IN ('upcoming', 'ongoing'))
    )
    """,
    "CREATE INDEX ix_session_provider_held ON session (provider_id, ends_at) "
    "WHERE status IN ('pending', 'accepted', 'ongoing')",
    "CREATE UNIQUE INDEX uq_session_order_ongoing ON session (order_id) WHERE state = 'ongoing'",
    "CREATE INDEX ix_session_remind ON session (remind_at) "
    "WHERE status IN ('accepted', 'ongoing') AND NOT proposed",
    """
    CREATE TABLE rating (
        order_id text NOT NULL, provider_id text NOT NULL, client_id text, name text NOT NULL,
        stars smallint NOT NULL, feedback text NOT NULL, trusted boolean NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_rating PRIMARY KEY (order_id),
        CONSTRAINT fk_rating_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id),
        CONSTRAINT ck_rating_stars CHECK (stars BETWEEN 1 AND 5)
    )
    """,
    "CREATE INDEX ix_rating_provider_id_created_at_order_id ON rating (provider_id, created_at, order_id)",
    "CREATE INDEX ix_rating_client_id ON rating (client_id)",
    """
    CREATE TABLE rating_summary (
        provider_id text NOT NULL, one integer NOT NULL, two integer NOT NULL, three integer NOT NULL,
        four integer NOT NULL, five integer NOT NULL, revision integer NOT NULL,
        CONSTRAINT pk_rating_summary PRIMARY KEY (provider_id)
    )
    """,
    """
    CREATE TABLE proposal (
        order_id text NOT NULL, proposed_by text NOT NULL, sessions jsonb NOT NULL, note text NOT NULL,
        lapses_at timestamptz NOT NULL,
        CONSTRAINT pk_proposal PRIMARY KEY (order_id),
        CONSTRAINT fk_proposal_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id) ON DELETE CASCADE,
        CONSTRAINT ck_proposal_proposed_by CHECK (proposed_by IN ('provider', 'client'))
    )
    """,
    "CREATE INDEX ix_proposal_lapses_at ON proposal (lapses_at)",
    # A provider's own appointments as a client are not free time either. Triggers look with a snapshot of
    # their own, after the statement that placed the order has taken both sides' turns. OFFSET 0: an order's
    # sessions are found by its id, also by a plan that was made on small tables and is kept.
    """
    CREATE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.order_id <> NEW.order_id
              AND own.starts_at < NEW.ends_at AND own.ends_at > NEW.starts_at
        ) THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    "CREATE TRIGGER session_of_free_provider AFTER INSERT ON session "
    "FOR EACH ROW EXECUTE FUNCTION session_of_free_provider()",
    """
    CREATE TABLE calendar_feed (
        account_id text NOT NULL, generation integer NOT NULL, open boolean NOT NULL,
        CONSTRAINT pk_calendar_feed PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE external_calendar (
        calendar_id text NOT NULL,
        provider_id text NOT NULL,
        name text NOT NULL,
        url text,
        etag text NOT NULL DEFAULT '',
        failure text NOT NULL DEFAULT '',
        failures integer NOT NULL DEFAULT 0,
        checked_at timestamptz NOT NULL,
        read_at timestamptz NOT NULL,
        check_after timestamptz NOT NULL,
        reader_kills integer NOT NULL DEFAULT 0,
        sealed_url bytea,
        CONSTRAINT pk_external_calendar PRIMARY KEY (calendar_id),
        CONSTRAINT uq_external_calendar_provider_id_url UNIQUE (provider_id, url),
        CONSTRAINT ck_external_calendar_one_address CHECK (num_nonnulls(url, sealed_url) = 1)
    )
    """,
    "CREATE INDEX ix_external_calendar_check_after ON external_calendar (check_after)",
    """
    CREATE TABLE busy_time (
        calendar_id text NOT NULL, starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL,
        provider_id text NOT NULL,
        CONSTRAINT pk_busy_time PRIMARY KEY (calendar_id, starts_at),
        CONSTRAINT fk_busy_time_calendar_id_external_calendar
            FOREIGN KEY (calendar_id) REFERENCES external_calendar (calendar_id) ON DELETE CASCADE,
        CONSTRAINT ck_busy_time_lasts CHECK (ends_at > starts_at)
    )
    """,
    "CREATE INDEX ix_busy_time_provider_id_starts_at ON busy_time (provider_id, starts_at)",
    """
    CREATE FUNCTION order_of_open_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM account WHERE account_id = NEW.provider_id AND (suspended OR deleted))
            OR EXISTS (SELECT FROM account WHERE account_id = NEW.client_id AND (suspended OR deleted))
        THEN
            RAISE EXCEPTION 'an account of this order is closed'
                USING ERRCODE = 'check_violation', CONSTRAINT = 'order_of_open_accounts';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    "CREATE TRIGGER order_of_open_accounts AFTER INSERT ON booking_order "
    "FOR EACH ROW EXECUTE FUNCTION order_of_open_accounts()",
    # Its numbers are those of `booking.orders.rules`.
    """
    CREATE FUNCTION newcomer_requests() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        with_provider bigint;
        over_all bigint;
    BEGIN
        IF NEW.client_id IS NOT NULL THEN
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.client_id = NEW.client_id AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id, status FROM booking_order
                WHERE client_id = NEW.client_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS asked
            WHERE o.status = 'pending' AND NOT asked.proposed;
        ELSE
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email
                         AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM booking_order o JOIN session s USING (order_id)
            WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email AND o.status = 'pending'
              AND NOT s.proposed;
        END IF;
        IF with_provider > TG_ARGV[0]::bigint THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions with one provider', with_provider
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests_with_provider';
        END IF;
        IF over_all > TG_ARGV[1]::bigint THEN
            RAISE EXCEPTION 'a newcomer waits for % sessions', over_all
                USING ERRCODE = 'check_violation', CONSTRAINT = 'newcomer_requests';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    "CREATE TRIGGER newcomer_requests AFTER INSERT ON booking_order "
    "FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION newcomer_requests(4, 10)",
    """
    CREATE TABLE guest_block (
        provider_id text NOT NULL, address_digest text NOT NULL, block_id text NOT NULL, name text NOT NULL,
        blocked_at timestamptz NOT NULL,
        CONSTRAINT pk_guest_block PRIMARY KEY (provider_id, address_digest)
    )
    """,
    "CREATE UNIQUE INDEX uq_guest_block_block_id ON guest_block (block_id)",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
