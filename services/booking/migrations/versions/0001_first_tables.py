"""Directory, hours, orders with their sessions, ratings, and the chassis' tables."""

from alembic import op
from chassis import tables

revision = "0001"
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
        CONSTRAINT pk_service PRIMARY KEY (service_id)
    )
    """,
    "CREATE INDEX ix_service_provider_id ON service (provider_id)",
    """
    CREATE TABLE block (
        blocker_id text NOT NULL,
        blocked_id text NOT NULL,
        blocked boolean NOT NULL,
        revision integer NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id)
    )
    """,
    """
    CREATE TABLE guest (
        guest_id text NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        code_hash text NOT NULL,
        expires_at timestamptz NOT NULL,
        tries smallint NOT NULL DEFAULT 0,
        CONSTRAINT pk_guest PRIMARY KEY (guest_id)
    )
    """,
    "CREATE INDEX ix_guest_expires_at ON guest (expires_at)",
    """
    CREATE TABLE hours (
        provider_id text NOT NULL,
        timezone text NOT NULL,
        days jsonb NOT NULL,
        revision integer NOT NULL,
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
    """
    CREATE INDEX ix_booking_order_client_id_order_id ON booking_order (client_id, order_id)
        WHERE client_id IS NOT NULL
    """,
    """
    CREATE INDEX ix_booking_order_provider_open ON booking_order (provider_id)
        WHERE status IN ('pending', 'accepted', 'ongoing')
    """,
    """
    CREATE INDEX ix_booking_order_client_open ON booking_order (client_id)
        WHERE status IN ('pending', 'accepted', 'ongoing')
    """,
    """
    CREATE INDEX ix_booking_order_pending_starts_at ON booking_order (starts_at) WHERE status = 'pending'
    """,
    """
    CREATE UNIQUE INDEX uq_booking_order_provider_ongoing ON booking_order (provider_id)
        WHERE status = 'ongoing'
    """,
    """
    CREATE UNIQUE INDEX uq_booking_order_client_ongoing ON booking_order (client_id) WHERE status = 'ongoing'
    """,
    # The order's state machine (orders/rules.py), held by the database whoever writes.
    """
    CREATE FUNCTION booking_order_step() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (OLD.status, NEW.status) NOT IN (
            ('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'),
            ('accepted', 'ongoing'), ('accepted', 'cancelled'),
            ('ongoing', 'completed'), ('ongoing', 'cancelled')
        ) THEN
            RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_order_step';
        END IF;
        RETURN NEW;
    END
    $$
    """,
    """
    CREATE TRIGGER booking_order_step BEFORE UPDATE OF status ON booking_order
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION booking_order_step()
    """,
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
        CONSTRAINT pk_session PRIMARY KEY (order_id, position),
        CONSTRAINT fk_session_order_id_status_booking_order
            FOREIGN KEY (order_id, status) REFERENCES booking_order (order_id, status)
            ON UPDATE CASCADE ON DELETE CASCADE,
        CONSTRAINT ck_session_lasts CHECK (ends_at > starts_at),
        CONSTRAINT ex_session_no_overlap EXCLUDE USING gist
            (provider_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
            WHERE (status IN ('pending', 'accepted', 'ongoing'))
    )
    """,
    """
    CREATE INDEX ix_session_provider_held ON session (provider_id, ends_at)
        WHERE status IN ('pending', 'accepted', 'ongoing')
    """,
    """
    CREATE TABLE rating (
        order_id text NOT NULL,
        provider_id text NOT NULL,
        client_id text,
        name text NOT NULL,
        stars smallint NOT NULL,
        feedback text NOT NULL,
        trusted boolean NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_rating PRIMARY KEY (order_id),
        CONSTRAINT fk_rating_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id),
        CONSTRAINT ck_rating_stars CHECK (stars BETWEEN 1 AND 5)
    )
    """,
    """
    CREATE INDEX ix_rating_provider_id_created_at_order_id ON rating (provider_id, created_at, order_id)
    """,
    "CREATE INDEX ix_rating_client_id ON rating (client_id)",
    """
    CREATE TABLE rating_summary (
        provider_id text NOT NULL,
        one integer NOT NULL,
        two integer NOT NULL,
        three integer NOT NULL,
        four integer NOT NULL,
        five integer NOT NULL,
        revision integer NOT NULL,
        CONSTRAINT pk_rating_summary PRIMARY KEY (provider_id)
    )
    """,
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
