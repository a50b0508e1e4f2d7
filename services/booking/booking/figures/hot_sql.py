"""The SQL of a provider's figures (product.md 4.18).

They are counted when they are read, in one pass over the provider's orders by the index of `provider_id`:
placing an order writes nothing more, no figure can be out of date, and nothing had to be filled in for the
orders of before. What is new in the life of an order becomes one more SELECT of the UNION.
"""

from typing import Final

from chassis.db import TextStatement

from booking.clients.hot_sql import PERSON
from booking.figures.rules import Counted

# `part` is where an order's first session begins: 1 to `count` in the ranges, 0 before them, more after them.
# Sums of figures without a part of their own stand in part 1 (the former range) or `count` (the range).
FIND_FIGURES: Final = TextStatement(
    """
    WITH own AS MATERIALIZED (
        SELECT o.order_id, o.status, o.origin, o.cancellation ->> 'by' AS cancelled_by, o.total_minor,
            o.currency,
            coalesce(k.client_id, <person>) AS client,
            width_bucket(o.starts_at, CAST(:bounds AS timestamptz[])) AS part,
            width_bucket(o.created_at, CAST(:bounds AS timestamptz[])) AS placed
        FROM booking_order o
        LEFT JOIN client_person k ON k.provider_id = o.provider_id AND k.person = <person>
        WHERE o.provider_id = :provider_id
    ),
    agreed AS (
        SELECT * FROM own WHERE status IN ('accepted', 'ongoing', 'completed')
    ),
    held AS MATERIALIZED (
        SELECT a.part, s.starts_at, s.ends_at, s.state, s.no_show
        FROM agreed a
        CROSS JOIN LATERAL (
            SELECT starts_at, ends_at, state, no_show FROM session
            WHERE session.order_id = a.order_id AND NOT proposed OFFSET 0
        ) AS s
        WHERE a.part BETWEEN 1 AND <count>
    ),
    met AS (
        SELECT min(part) AS earliest, bool_or(part BETWEEN 1 AND :of_former) AS formerly,
            bool_or(part > :of_former) AS lately
        FROM agreed WHERE client IS NOT NULL AND part <= <count> GROUP BY client
    ),
    counted AS (
        SELECT 'requests' AS kind, placed AS part, '' AS key, '' AS name, count(*) AS amount
        FROM own WHERE origin <> 'provider' GROUP BY placed
        UNION ALL
        SELECT 'bookings', part, '', '', count(*) FROM agreed GROUP BY part
        UNION ALL
        SELECT 'completed', part, '', '', count(*) FROM own WHERE status = 'completed' GROUP BY part
        UNION ALL
        SELECT 'income', part, currency, '', CAST(sum(total_minor) AS bigint) FROM own
        WHERE status = 'completed' AND total_minor > 0 GROUP BY part, currency
        UNION ALL
        SELECT 'cancelled', part, coalesce(cancelled_by, ''), '', count(*) FROM own
        WHERE status = 'cancelled' GROUP BY part, cancelled_by
        UNION ALL
        SELECT 'declined', part, '', '', count(*) FROM own WHERE status = 'rejected' GROUP BY part
        UNION ALL
        SELECT 'minutes', part, '', '',
            CAST(sum(extract(epoch FROM ends_at - starts_at)) / 60 AS bigint)
        FROM held WHERE state <> 'missed' GROUP BY part
        UNION ALL
        SELECT 'no_shows', part, '', '', count(*) FROM held
        WHERE state = 'missed' AND (no_show IS NULL
            OR no_show ->> 'by' = 'provider' AND no_show ->> 'contested_at' IS NULL)
        GROUP BY part
        UNION ALL
        SELECT 'hour', <count>, extract(isodow FROM local) - 1 || '-' || extract(hour FROM local), '',
            count(*)
        FROM held CROSS JOIN LATERAL (
            SELECT (held.starts_at AT TIME ZONE 'UTC') + make_interval(secs => (CAST(:offsets AS int[]))[
                width_bucket(held.starts_at, CAST(:changes AS timestamptz[]))]) AS local
        ) AS clock
        WHERE part > :of_former GROUP BY 3
        UNION ALL
        SELECT 'service', CASE WHEN a.part > :of_former THEN <count> ELSE 1 END,
            chosen ->> 'service_id', (array_agg(chosen ->> 'name' ORDER BY a.part DESC))[1], count(*)
        FROM agreed a
        CROSS JOIN LATERAL (
            SELECT jsonb_array_elements(services) AS chosen FROM booking_order
            WHERE booking_order.order_id = a.order_id OFFSET 0
        ) AS ordered
        WHERE a.part BETWEEN 1 AND <count> GROUP BY 2, 3
        UNION ALL
        SELECT 'new_clients', <count>, '', '', count(*) FROM met WHERE earliest > :of_former
        UNION ALL
        SELECT 'returning_clients', <count>, '', '', count(*) FROM met
        WHERE lately AND earliest <= :of_former
        UNION ALL
        SELECT 'new_clients', 1, '', '', count(*) FROM met WHERE earliest BETWEEN 1 AND :of_former
        UNION ALL
        SELECT 'returning_clients', 1, '', '', count(*) FROM met WHERE formerly AND earliest = 0
    )
    SELECT kind, part, key, name, amount FROM counted WHERE part BETWEEN 1 AND <count> AND amount > 0
    """.replace("<person>", PERSON).replace("<count>", "CAST(:count AS int)"),
    into=Counted,
)
