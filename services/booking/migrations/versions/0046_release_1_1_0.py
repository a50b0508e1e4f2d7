"""From release 1.0.0 to 1.1.0: hours, buffers, limits, blocked time, clients, intake, and plans of reminders.

`ex_session_no_overlap` stays: PostgreSQL builds no exclusion constraint without a lock for as long as that
takes (16 s for 200,000 held sessions among 2,000,000). What buffers and blocked time ask for beyond it is
held by the trigger that looks at each new session, under the lock that bookings of one provider take; who
blocks time takes it too. A session without buffers, as the version before writes them, has no `held_from`,
and looks only at the few sessions that have some. `over_rules` marks what a provider puts over both.

PostgreSQL expects fewer rows of a range of times once it knows the times: functions that look at each new
session keep their plans, or most of their time were planning.
"""

from alembic import op
from chassis import schema_steps, tables

revision = "0046"
down_revision = "0025"

NEW_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS client (
        client_id text NOT NULL, provider_id text NOT NULL, account_id text, name text NOT NULL,
        email text NOT NULL DEFAULT '', phone text NOT NULL DEFAULT '', tags text[] NOT NULL DEFAULT '{}',
        note text NOT NULL DEFAULT '', created_at timestamptz NOT NULL, revision integer NOT NULL DEFAULT 1,
        imported_at timestamptz,
        CONSTRAINT pk_client PRIMARY KEY (client_id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_client_provider_id ON client (provider_id)",
    "CREATE INDEX IF NOT EXISTS ix_client_account_id ON client (account_id)",
    """
    CREATE TABLE IF NOT EXISTS client_person (
        provider_id text NOT NULL, person text NOT NULL, client_id text NOT NULL,
        CONSTRAINT pk_client_person PRIMARY KEY (provider_id, person),
        CONSTRAINT fk_client_person_client_id_client
            FOREIGN KEY (client_id) REFERENCES client (client_id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_client_person_client_id ON client_person (client_id)",
    "CREATE INDEX IF NOT EXISTS ix_client_person_person ON client_person (person)",
    """
    CREATE TABLE IF NOT EXISTS client_file (
        file_id text NOT NULL, provider_id text NOT NULL, client_id text NOT NULL, name text NOT NULL,
        kind text NOT NULL, size integer NOT NULL, content bytea NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT pk_client_file PRIMARY KEY (file_id),
        CONSTRAINT fk_client_file_client_id_client
            FOREIGN KEY (client_id) REFERENCES client (client_id) ON DELETE CASCADE,
        CONSTRAINT ck_client_file_kind CHECK (kind IN ('picture', 'pdf')),
        CONSTRAINT ck_client_file_size CHECK (size = octet_length(content))
    )
    """,
    # JPEG and PDF are compressed already.
    "ALTER TABLE client_file ALTER COLUMN content SET STORAGE EXTERNAL",
    "CREATE INDEX IF NOT EXISTS ix_client_file_provider_id ON client_file (provider_id)",
    "CREATE INDEX IF NOT EXISTS ix_client_file_client_id ON client_file (client_id)",
    """
    CREATE TABLE IF NOT EXISTS schedule_change (
        account_id text NOT NULL, order_id text NOT NULL, revision integer NOT NULL, kind text NOT NULL,
        changed_at timestamptz NOT NULL, former_start timestamptz,
        CONSTRAINT pk_schedule_change PRIMARY KEY (account_id, order_id, revision),
        CONSTRAINT ck_schedule_change_kind CHECK (kind IN ('moved', 'cancelled'))
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_schedule_change_account_id_changed_at "
    "ON schedule_change (account_id, changed_at)",
    "CREATE INDEX IF NOT EXISTS ix_schedule_change_changed_at ON schedule_change (changed_at)",
    """
    CREATE TABLE IF NOT EXISTS schedule_look (
        account_id text NOT NULL, seen_until timestamptz NOT NULL,
        CONSTRAINT pk_schedule_look PRIMARY KEY (account_id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS time_block (
        block_id text NOT NULL, provider_id text NOT NULL, day date NOT NULL,
        start_minute smallint NOT NULL, end_minute smallint NOT NULL, repeat text NOT NULL, until date,
        note text NOT NULL, ends_at timestamptz NOT NULL,
        CONSTRAINT pk_time_block PRIMARY KEY (block_id),
        CONSTRAINT ck_time_block_repeat CHECK (repeat IN ('', 'daily', 'weekly')),
        CONSTRAINT ck_time_block_lasts CHECK (end_minute > start_minute)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_time_block_provider_id ON time_block (provider_id)",
    """
    CREATE TABLE IF NOT EXISTS blocked_time (
        block_id text NOT NULL, starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL,
        provider_id text NOT NULL,
        CONSTRAINT pk_blocked_time PRIMARY KEY (block_id, starts_at),
        CONSTRAINT fk_blocked_time_block_id_time_block
            FOREIGN KEY (block_id) REFERENCES time_block (block_id) ON DELETE CASCADE,
        CONSTRAINT ck_blocked_time_lasts CHECK (ends_at > starts_at)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_blocked_time_provider_id_ends_at ON blocked_time (provider_id, ends_at)",
    """
    CREATE TABLE IF NOT EXISTS move_terms (
        provider_id text NOT NULL, told_until_hours smallint NOT NULL,
        CONSTRAINT pk_move_terms PRIMARY KEY (provider_id),
        CONSTRAINT ck_move_terms_hours CHECK (told_until_hours BETWEEN 0 AND 720)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS reminder_plan (
        provider_id text NOT NULL, reminders jsonb, follow_up_hours smallint,
        daily_summary text DEFAULT 'off' NOT NULL, summary_at timestamptz, summarized_on date,
        CONSTRAINT pk_reminder_plan PRIMARY KEY (provider_id),
        CONSTRAINT ck_reminder_plan_daily_summary CHECK (daily_summary IN ('off', 'busy_days', 'every_day')),
        CONSTRAINT ck_reminder_plan_summary_at CHECK ((summary_at IS NULL) = (daily_summary = 'off'))
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_reminder_plan_summary_at ON reminder_plan (summary_at) "
    "WHERE summary_at IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS follow_up (
        order_id text NOT NULL, due_at timestamptz NOT NULL,
        CONSTRAINT pk_follow_up PRIMARY KEY (order_id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_follow_up_due_at ON follow_up (due_at)",
    # These two lock the orders for a moment, and so come last.
    """
    CREATE TABLE IF NOT EXISTS client_rating (
        order_id text NOT NULL, provider_id text NOT NULL, client_id text, stars smallint NOT NULL,
        feedback text NOT NULL, created_at timestamptz NOT NULL, hidden_until timestamptz,
        removed boolean NOT NULL DEFAULT false, standing_revision bigint NOT NULL DEFAULT 0,
        CONSTRAINT pk_client_rating PRIMARY KEY (order_id),
        CONSTRAINT fk_client_rating_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id),
        CONSTRAINT ck_client_rating_stars CHECK (stars BETWEEN 1 AND 5)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_client_rating_provider_id ON client_rating (provider_id)",
    "CREATE INDEX IF NOT EXISTS ix_client_rating_client_id ON client_rating (client_id)",
    "CREATE INDEX IF NOT EXISTS ix_client_rating_hidden_until ON client_rating (hidden_until) "
    "WHERE hidden_until IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS intake_file (
        file_id text NOT NULL, owner_id text NOT NULL, order_id text, content bytea NOT NULL,
        width integer NOT NULL, height integer NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT pk_intake_file PRIMARY KEY (file_id),
        CONSTRAINT fk_intake_file_order_id_booking_order
            FOREIGN KEY (order_id) REFERENCES booking_order (order_id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_intake_file_owner_id ON intake_file (owner_id)",
    "CREATE INDEX IF NOT EXISTS ix_intake_file_order_id ON intake_file (order_id) WHERE order_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS ix_intake_file_unused ON intake_file (created_at) WHERE order_id IS NULL",
)
NEW_COLUMNS = {
    "service": "buffer_before integer NOT NULL DEFAULT 0, buffer_after integer NOT NULL DEFAULT 0, "
    "minimum_notice integer, booking_horizon integer, most_per_day integer, most_per_week integer, "
    "offered_days smallint NOT NULL DEFAULT 127, confirmation text NOT NULL DEFAULT 'request', "
    "price_kind text NOT NULL DEFAULT 'fixed', free_cancellation_hours integer, "
    "late_cancellation text NOT NULL DEFAULT 'allowed', cancellation_words text NOT NULL DEFAULT '', "
    "place_ids text[] NOT NULL DEFAULT '{}', questions jsonb NOT NULL DEFAULT '[]', "
    "at_client boolean NOT NULL DEFAULT false, travel_before integer NOT NULL DEFAULT 0, "
    "travel_after integer NOT NULL DEFAULT 0",
    "hours": "flexible boolean NOT NULL DEFAULT false, keep_gaps boolean NOT NULL DEFAULT false, "
    "most_per_day integer NOT NULL DEFAULT 0, most_per_week integer NOT NULL DEFAULT 0",
    "provider": "away_until date, venues jsonb NOT NULL DEFAULT '{}'",
    "booking_order": "completed_at timestamptz, origin text NOT NULL DEFAULT 'request', "
    "cancellation_terms jsonb, cancellation jsonb, place jsonb, intake jsonb, "
    "at_client boolean NOT NULL DEFAULT false",
    "session": "held_from timestamptz, held_until timestamptz, no_show jsonb, "
    "over_rules boolean NOT NULL DEFAULT false, coming_at timestamptz",
    "proposal": "buffer_before smallint NOT NULL DEFAULT 0, buffer_after smallint NOT NULL DEFAULT 0, "
    "over_rules boolean NOT NULL DEFAULT false",
    # Ratings without a time until which they are hidden stay shown.
    "rating": "hidden_until timestamptz, removed boolean NOT NULL DEFAULT false, "
    "standing_revision bigint NOT NULL DEFAULT 0, answer text NOT NULL DEFAULT '', answered_at timestamptz, "
    "answer_removed boolean NOT NULL DEFAULT false, answer_standing_revision bigint NOT NULL DEFAULT 0",
}
HELD = """(held_from IS NULL) = (held_until IS NULL)
    AND held_from BETWEEN starts_at - interval '4 hours' AND starts_at
    AND held_until BETWEEN ends_at AND ends_at + interval '4 hours'"""
CHECKS = (
    ("session", "held", HELD),
    ("session", "no_show", "no_show IS NULL OR state = 'missed'"),
    ("booking_order", "origin", "origin IN ('request', 'instant', 'provider')"),
    ("booking_order", "cancellation", "cancellation IS NULL OR status = 'cancelled'"),
)
FUNCTIONS = (
    # A name as one searches it: without accents, in small letters.
    r"""
    CREATE OR REPLACE FUNCTION client_folded(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(
        replace(replace(replace(
            lower(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]', '', 'g')),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øđðłħı', 'oddlhi')
    """,
    # What the version before accepts has the standard reminders until its provider's plan is saved again.
    """
    CREATE OR REPLACE FUNCTION next_reminder(provider text, starts timestamptz, since timestamptz)
        RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
    DECLARE
        plan jsonb := (SELECT p.reminders FROM reminder_plan p WHERE p.provider_id = provider);
    BEGIN
        RETURN (
            SELECT min(starts - make_interval(mins => (each->>0)::integer))
            FROM jsonb_array_elements(coalesce(plan, '[[1440], [60]]'::jsonb)) AS each
            WHERE starts - make_interval(mins => (each->>0)::integer) > since);
    END
    $$
    """,
    # The lock comes first: a query sees what was committed until it begins.
    """
    CREATE OR REPLACE FUNCTION session_of_free_provider() RETURNS trigger LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
    DECLARE
        first timestamptz := coalesce(NEW.held_from, NEW.starts_at);
        last timestamptz := coalesce(NEW.held_until, NEW.ends_at);
        met integer;
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(NEW.provider_id, 4));
        SELECT min(each.met) INTO met FROM (
            SELECT 1 AS met FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = NEW.provider_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s WHERE s.order_id = o.order_id OFFSET 0
            ) AS own
            WHERE o.order_id <> NEW.order_id AND own.starts_at < last AND own.ends_at > first
            UNION ALL
            SELECT 2 FROM blocked_time b
            WHERE NOT NEW.over_rules AND b.provider_id = NEW.provider_id AND b.ends_at > first
              AND b.ends_at < last + interval '2 days' AND b.starts_at < last
            UNION ALL
            SELECT 3 FROM session s
            WHERE NOT NEW.over_rules AND NEW.held_from IS NULL
              AND s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.held_until > first AND s.held_from < last AND s.held_from IS NOT NULL
            UNION ALL
            SELECT 3 FROM session s
            WHERE NOT NEW.over_rules AND NEW.held_from IS NOT NULL
              AND s.provider_id = NEW.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> NEW.order_id
              AND s.ends_at > first - interval '4 hours' AND s.ends_at < last + interval '3 days'
              AND coalesce(s.held_until, s.ends_at) > first AND coalesce(s.held_from, s.starts_at) < last
        ) AS each;
        IF met = 1 THEN
            RAISE EXCEPTION 'the provider has an appointment of their own then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_free_provider';
        ELSIF met = 2 THEN
            RAISE EXCEPTION 'the provider has blocked this time'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_of_blocked_time';
        ELSIF met = 3 THEN
            RAISE EXCEPTION 'the provider has another session, or its buffer, then'
                USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'session_with_buffers';
        END IF;
        RETURN NULL;
    END
    $$
    """,
    # Called under the lock of the provider: each query of it sees what was committed before.
    """
    CREATE OR REPLACE FUNCTION check_booking_limits(provider text, but_order text, limits json)
    RETURNS integer LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan AS $$
    DECLARE
        span record;
        known bigint;
    BEGIN
        FOR span IN
            SELECT * FROM json_to_recordset(limits)
                AS each (position integer, service text, first timestamptz, last timestamptz, most integer,
                         adding integer)
        LOOP
            SELECT count(*) INTO known
            FROM (
                SELECT s.order_id FROM session s
                WHERE s.provider_id = provider AND s.status IN ('pending', 'accepted', 'ongoing')
                  AND NOT s.proposed AND s.starts_at >= span.first AND s.starts_at < span.last
                  AND s.ends_at > span.first AND s.ends_at < span.last + interval '2 days'
                UNION ALL
                SELECT s.order_id FROM session s
                WHERE s.provider_id = provider AND s.status = 'completed'
                  AND NOT s.proposed AND s.starts_at >= span.first AND s.starts_at < span.last
            ) AS counted
            WHERE counted.order_id <> but_order AND (span.service = '' OR EXISTS (
                SELECT FROM booking_order o WHERE o.order_id = counted.order_id
                  AND o.services @> jsonb_build_array(jsonb_build_object('service_id', span.service))));
            IF known + span.adding > span.most THEN
                RAISE EXCEPTION '% of % sessions are booked', known, span.most USING
                    ERRCODE = 'check_violation', CONSTRAINT = 'booking_limit_' || span.position;
            END IF;
        END LOOP;
        RETURN 0;
    END
    $$
    """,
    # What a newcomer books at once counts as what they ask for: nobody fills a calendar on the first day.
    """
    CREATE OR REPLACE FUNCTION newcomer_requests() RETURNS trigger LANGUAGE plpgsql AS $$
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
                SELECT order_id, provider_id FROM booking_order
                WHERE client_id = NEW.client_id AND status IN ('pending', 'accepted', 'ongoing')
                  AND (status = 'pending' OR origin = 'instant') OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE NOT s.proposed;
        ELSE
            IF EXISTS (SELECT FROM booking_order o JOIN session s USING (order_id)
                       WHERE o.guest_id IS NOT NULL AND o.client_email = NEW.client_email
                         AND o.status = 'completed' AND s.state = 'done') THEN
                RETURN NULL;
            END IF;
            SELECT count(*) FILTER (WHERE o.provider_id = NEW.provider_id), count(*)
            INTO with_provider, over_all
            FROM (
                SELECT order_id, provider_id, status, origin FROM booking_order
                WHERE guest_id IS NOT NULL AND client_email = NEW.client_email OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (SELECT proposed FROM session s WHERE s.order_id = o.order_id OFFSET 0) AS s
            WHERE (o.status = 'pending' OR o.origin = 'instant' AND o.status IN ('accepted', 'ongoing'))
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
    "CREATE OR REPLACE TRIGGER newcomer_requests AFTER INSERT ON booking_order FOR EACH ROW "
    "WHEN (NEW.status = 'pending' OR NEW.origin = 'instant') EXECUTE FUNCTION newcomer_requests(4, 10)",
    # A picture is sent before its order; the statement that places the order gives it to that.
    """
    CREATE OR REPLACE FUNCTION claim_intake_files() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        answer record;
    BEGIN
        FOR answer IN
            SELECT each.value ->> 'answer' AS file_id, each.ordinality AS place
            FROM jsonb_array_elements(NEW.intake) WITH ORDINALITY AS each
            WHERE each.value ->> 'kind' = 'file' AND each.value ->> 'answer' <> ''
        LOOP
            UPDATE intake_file SET order_id = NEW.order_id
            WHERE file_id = answer.file_id AND order_id IS NULL
              AND owner_id = coalesce(NEW.client_id, NEW.guest_id);
            IF NOT FOUND THEN
                RAISE EXCEPTION 'no picture of this client waits under that id'
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'intake_file_' || answer.place;
            END IF;
        END LOOP;
        RETURN NULL;
    END
    $$
    """,
    "CREATE OR REPLACE TRIGGER claim_intake_files AFTER INSERT ON booking_order FOR EACH ROW "
    "WHEN (NEW.intake IS NOT NULL) EXECUTE FUNCTION claim_intake_files()",
)
INDEXES = {
    "ix_session_buffers": "session (provider_id, held_until) "
    "WHERE held_from IS NOT NULL AND status IN ('pending', 'accepted', 'ongoing')",
    "ix_session_completed": "session (provider_id, starts_at) "
    "WHERE provider_id IS NOT NULL AND status = 'completed'",
    "ix_booking_order_agreed_ends_at": "booking_order (ends_at) "
    "WHERE ends_at IS NOT NULL AND status IN ('accepted', 'ongoing')",
    "ix_rating_hidden_until": "rating (hidden_until) WHERE hidden_until IS NOT NULL",
    "ix_account_proven_email": "account (email) WHERE email <> '' AND confirmed AND NOT deleted",
    "ix_block_blocked_id": "block (blocked_id)",
}


def upgrade() -> None:
    schema_steps.run_each(op, *NEW_TABLES)
    schema_steps.vacuum_pruned(op, "schedule_change", "intake_file", toasted=("intake_file",))
    with op.get_context().autocommit_block():
        for table, columns in NEW_COLUMNS.items():
            schema_steps.add_columns(op, table, columns)
        for table, name, rule in CHECKS:
            schema_steps.add_check(op, table, name, rule)
        schema_steps.run_each(op, *FUNCTIONS)
        for table, name, _ in CHECKS:
            schema_steps.validate_check(op, table, name)
        tables.follow_deletions(op)
        schema_steps.vacuum_pruned(op, "guest")
        for name, target in INDEXES.items():
            schema_steps.build_index(op, name, target)
