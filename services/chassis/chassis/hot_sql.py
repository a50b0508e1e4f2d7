"""Measured SQL of the outbox, which every event of every service passes. `make bench` measures it."""

from functools import lru_cache
from typing import Final, TypeVar

from chassis.db import Record, TextStatement

T = TypeVar("T")

HEADS: Final = 100
"""Aggregates that a relay claims at once."""
ROWS: Final = 500
"""Events that it claims at once."""
CLAIM: Final = TextStatement(
    """
    WITH heads AS (
        SELECT id, aggregate FROM outbox AS head
        WHERE next_attempt_at <= now()
          AND NOT EXISTS (
            SELECT 1 FROM outbox AS older WHERE older.aggregate = head.aggregate AND older.id < head.id
          )
        ORDER BY id LIMIT <heads> FOR UPDATE SKIP LOCKED
    )
    SELECT own.id, own.event_id, own.aggregate, own.key, own.payload, own.target, own.trace, own.created_at
    FROM heads JOIN outbox AS own ON own.aggregate = heads.aggregate AND own.id >= heads.id
    ORDER BY own.id LIMIT <rows>
    """.replace("<heads>", str(HEADS)).replace("<rows>", str(ROWS))
)
"""Locks the oldest row of each aggregate, and finds the aggregates' next rows: the lock's holder owns these
too, because nobody else finds a head among them."""
NEXT_DUE: Final = TextStatement(
    """
    SELECT CAST(extract(epoch FROM min(
        CASE WHEN attempts = 0 AND EXISTS (
            SELECT 1 FROM outbox AS younger WHERE younger.aggregate = head.aggregate AND younger.id > head.id
        ) THEN created_at ELSE next_attempt_at END) - clock_timestamp()) AS float8) FROM outbox AS head
    WHERE NOT EXISTS (
        SELECT 1 FROM outbox AS older WHERE older.aggregate = head.aggregate AND older.id < head.id
    )
    """
)
"""In how many seconds the first head is due; none at all for an empty outbox. A leased head with rows behind
it counts as due: they are, as soon as its relay has published it, and nobody else may see that."""
GIVE_BACK: Final = TextStatement(
    "UPDATE outbox SET next_attempt_at = now() WHERE id = ANY(CAST(:ids AS bigint[]))"
)
"""Ends the lease of these rows: they are due at once, for whoever claims them."""
POSTPONE: Final = TextStatement(
    """
    UPDATE outbox SET attempts = attempts + 1, last_error = :error,
        next_attempt_at = clock_timestamp()
            + interval '1 s' * least(
                CAST(:first AS float8) * power(2, least(attempts, 20)), CAST(:longest AS float8)
            )
    WHERE id = :id
    RETURNING CAST(extract(epoch FROM next_attempt_at - clock_timestamp()) AS float8)
    """
)
"""Postpones a row by `first` seconds, doubled with each attempt, at most `longest`; returns how many."""

PUBLISH_AGAIN: Final = TextStatement(
    """
    WITH lost AS (DELETE FROM published_event RETURNING *),
    again AS (
        INSERT INTO outbox (id, event_id, aggregate, key, payload, target, trace) OVERRIDING SYSTEM VALUE
        SELECT id, event_id, aggregate, key, payload, target, trace FROM lost RETURNING id
    )
    SELECT count(*) AS events FROM again
    """
)
"""Moves every copy back into the outbox, under the id that it had there and so in its old order."""
ENTER_INBOX: Final = """
    INSERT INTO inbox (consumer, event_id) VALUES (:consumer, :handled_event_id)
    ON CONFLICT DO NOTHING RETURNING event_id
"""
"""SQL that enters an event into the inbox, as part of the statement that writes its effect; no row when the
event was handled before. `inbox.entry` gives its values.
"""


_SETTLED: Final = """
    WITH settled AS (
        DELETE FROM outbox WHERE id IN (<done>)
        RETURNING id, event_id, aggregate, key, payload, target, trace
    )"""
_COPIED: Final = """, copied AS (
        INSERT INTO published_event (id, event_id, aggregate, key, payload, target, trace)
        SELECT id, event_id, aggregate, key, payload, target, trace FROM settled WHERE id IN (<kept>)
    )"""
_MORE: Final = """
    SELECT EXISTS (SELECT 1 FROM outbox WHERE next_attempt_at <= now() AND id NOT IN (<done>)) AS more
    """


@lru_cache
def settle_events(count: int, *, keeps: bool, asks: bool = True) -> TextStatement[Record]:
    """The statement that takes `count` published rows, `done`, out of the outbox, and copies those that are
    `kept` among them, for a bus that may lose its events. There are as many values of both, or none kept.

    It also finds whether other rows are due, if it `asks`. The ids are single values, not arrays: PostgreSQL
    makes a new plan for each call with an array.
    """
    done = ", ".join(f":done_{place}" for place in range(count))
    kept = ", ".join(f":kept_{place}" for place in range(count))
    text = _SETTLED + (_COPIED if keeps else "") + (_MORE if asks else " SELECT false AS more")
    return TextStatement(text.replace("<done>", done).replace("<kept>", kept))


def filled_up(values: list[T]) -> list[T]:
    """The values with the last one repeated up to the next power of two: few lengths, so few statements."""
    wanted = 1 << (len(values) - 1).bit_length() if values else 0
    return values + values[-1:] * (wanted - len(values))


@lru_cache
def enter_events(count: int) -> TextStatement[Record]:
    """The statement that enters `count` events into the inbox, and finds those that were not there."""
    rows = ", ".join(f"(:consumer, :event_id_{place})" for place in range(count))
    text = "INSERT INTO inbox (consumer, event_id) VALUES <rows> ON CONFLICT DO NOTHING RETURNING event_id"
    return TextStatement(text.replace("<rows>", rows))


_ROW: Final = "(CAST(:event_id_<n> AS uuid), :aggregate_<n>, :key_<n>, :payload_<n>, :trace_<n>, :target)"
_INSERT: Final = """
    INSERT INTO outbox (event_id, aggregate, key, payload, trace, target, next_attempt_at)
    SELECT each.*, <until> FROM <source>
    """
_LEASED_UNTIL: Final = """CASE WHEN CAST(:lease AS interval) = interval '0'
        OR EXISTS (SELECT 1 FROM outbox AS older WHERE older.aggregate = <aggregate>)
        THEN now() ELSE clock_timestamp() + CAST(:lease AS interval) END"""
_INSERTED: Final = "(SELECT json_object_agg(event_id, CASE WHEN leased THEN id END) FROM (<rows>) AS each)"
RETURNING_LEASE: Final = "RETURNING id, event_id, next_attempt_at > now() AS leased"
"""What a part that inserts events has to say of them, for `inserted_events`."""


@lru_cache
def insert_events(count: int) -> TextStatement[Record]:
    """The statement that inserts `count` events into the outbox; its rows are those of RETURNING_LEASE."""
    return TextStatement(insert_events_sql(count))


def insert_events_sql(count: int, condition: str = "") -> str:
    """SQL that inserts `count` events into the outbox, also as part of a larger statement; with a
    `condition`, only if the named part of that statement has its one row.

    `outbox.Emission` gives its values. They are neither an array nor JSON: PostgreSQL makes a new plan
    for each call with an array, because of its length, and would have to parse JSON.
    """
    rows = ", ".join(_ROW.replace("<n>", str(place)) for place in range(count))
    each = "(VALUES <rows>) AS each (event_id, aggregate, key, payload, trace, target)".replace(
        "<rows>", rows
    )
    source = f"{condition}, {each}" if condition else each
    until = leased_until("each.aggregate")
    return _INSERT.replace("<source>", source).replace("<until>", until) + RETURNING_LEASE


def leased_until(aggregate: str) -> str:
    """SQL for the `next_attempt_at` of an event of this aggregate, with the value `lease` of an Emission.

    What has older ones before it in the outbox is not leased, else it might overtake them.
    """
    return _LEASED_UNTIL.replace("<aggregate>", aggregate)


def inserted_events(*parts: str) -> str:
    """SQL of the column for `Emission.inserted`, from the parts of the statement that insert events."""
    return _INSERTED.replace("<rows>", " UNION ALL ".join(f"TABLE {part}" for part in parts))


STORE_ANSWER_SQL: Final = """
    INSERT INTO idempotency_key (caller, path, key, fingerprint, status, headers, body)
    VALUES (:key_caller, :key_path, :key_digest, :key_fingerprint, :key_status, :key_headers, :key_body)
    ON CONFLICT (caller, path, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = now()
    WHERE idempotency_key.status IS NULL
       OR idempotency_key.created_at < now() - CAST(:key_retention AS interval)
    RETURNING key
"""
"""Claims an Idempotency-Key and stores the answer of its request, as a part of the one statement that the
request writes with. It has a row unless the key is in use; what else the statement writes depends on that.
`http.idempotency.Attempt.answer_values` gives its values.
"""
