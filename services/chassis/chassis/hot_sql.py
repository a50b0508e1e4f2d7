"""Measured SQL of the outbox, which every event of every service passes. `make bench` measures it."""

from functools import lru_cache
from typing import Final

from chassis.db import Record, TextStatement

HEADS_OF_AGGREGATES: Final = TextStatement(
    """
    SELECT id, aggregate FROM outbox AS head
    WHERE next_attempt_at <= now()
      AND NOT EXISTS (
        SELECT 1 FROM outbox AS older WHERE older.aggregate = head.aggregate AND older.id < head.id
      )
    ORDER BY id LIMIT :heads FOR UPDATE SKIP LOCKED
    """
)
"""Locks the oldest row of each aggregate: the holder of the lock also owns the aggregate's next rows."""
ROWS_OF_AGGREGATES: Final = TextStatement(
    """
    SELECT id, event_id, aggregate, key, payload, target, trace, created_at FROM outbox
    JOIN unnest(CAST(:aggregates AS text[]), CAST(:ids AS bigint[])) AS head (of, first_id)
        ON aggregate = head.of AND id >= head.first_id
    ORDER BY id LIMIT :rows FOR UPDATE OF outbox SKIP LOCKED
    """
)
POSTPONE: Final = TextStatement(
    """
    UPDATE outbox SET attempts = attempts + 1, last_error = :error,
        next_attempt_at = clock_timestamp()
            + interval '1 s' * least(
                CAST(:first AS float8) * power(2, least(attempts, 20)), CAST(:longest AS float8)
            )
    WHERE id = :id
    """
)
"""Postpones a row by `first` seconds, doubled with each attempt, at most `longest` seconds."""

KEEP_PUBLISHED: Final = TextStatement(
    """
    WITH done AS (DELETE FROM outbox WHERE id = ANY(CAST(:ids AS bigint[])) RETURNING *)
    INSERT INTO published_event (id, event_id, aggregate, key, payload, target, trace)
    SELECT id, event_id, aggregate, key, payload, target, trace FROM done
    """
)
"""Moves rows out of the outbox and keeps a copy, for a bus that may lose them."""
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

_ROW: Final = "(:event_id_<n>, :aggregate_<n>, :key_<n>, :payload_<n>, :trace_<n>, :target)"


@lru_cache
def insert_events(count: int) -> TextStatement[Record]:
    """The statement that inserts `count` events into the outbox."""
    return TextStatement(insert_events_sql(count))


def insert_events_sql(count: int) -> str:
    """SQL that inserts `count` events into the outbox, also as part of a larger statement.

    `outbox.event_values` gives its values. They are neither an array nor JSON: PostgreSQL makes a new plan
    for each call with an array, because of its length, and would have to parse JSON.
    """
    rows = ", ".join(_ROW.replace("<n>", str(place)) for place in range(count))
    return "INSERT INTO outbox (event_id, aggregate, key, payload, trace, target) VALUES <rows>".replace(
        "<rows>", rows
    )
