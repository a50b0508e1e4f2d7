"""Measured SQL of free slots: a provider's open time, and the busy time of one or many. `make bench` has its
rows.
"""

from typing import Final

from chassis.db import TextStatement

from booking.hours.hot_sql import HOURS_COLUMNS

# Sessions with clients; the provider's own appointments as somebody's client; external calendars.
# OFFSET 0: an order's sessions are looked up by its id, also by a plan that was made while the tables were
# empty, which is kept; a join's plan would go through all sessions. A constraint keeps sessions within two
# days, so that sessions which end later than two days after the last instant need not be looked at.
# NOT IN: with the exclusion constraint's own condition, a plan that was made while the tables were empty
# would read that constraint's whole index.
_BUSY_TIME: Final = """
    SELECT s.provider_id, extract(epoch FROM s.starts_at)::bigint AS starts,
        extract(epoch FROM s.ends_at)::bigint AS ends
    FROM session s
    WHERE s.provider_id = <whose> AND s.status IN ('pending', 'accepted', 'ongoing')
      AND s.state NOT IN ('done', 'missed')
      AND s.ends_at > :first AND s.ends_at < CAST(:last AS timestamptz) + interval '2 days'
      AND s.starts_at < :last AND s.order_id <> :but_order
    UNION ALL
    SELECT o.client_id, extract(epoch FROM s.starts_at)::bigint, extract(epoch FROM s.ends_at)::bigint
    FROM booking_order o
    CROSS JOIN LATERAL (
        SELECT starts_at, ends_at FROM session
        WHERE session.order_id = o.order_id AND state NOT IN ('done', 'missed') OFFSET 0
    ) AS s
    WHERE o.client_id = <whose> AND o.status IN ('pending', 'accepted', 'ongoing')
      AND s.ends_at > :first AND s.starts_at < :last AND o.order_id <> :but_order
    UNION ALL
    SELECT b.provider_id, extract(epoch FROM b.starts_at)::bigint, extract(epoch FROM b.ends_at)::bigint
    FROM busy_time b
    WHERE b.provider_id = <whose> AND b.ends_at > :first AND b.starts_at < :last
"""
BUSY_TIME: Final = TextStatement(_BUSY_TIME.replace("<whose>", "ANY(CAST(:provider_ids AS text[]))"))
"""Start and end (seconds since 1970 UTC) of the busy time of many providers."""
BUSY_TIME_OF_ONE: Final = _BUSY_TIME.replace("<whose>", ":provider_id")
"""The same for one provider, as a part of a statement: PostgreSQL plans a statement with an array anew each
time, which takes longer than to run it."""
OPEN_TIME: Final = TextStatement(
    """
    SELECT EXISTS (SELECT FROM block WHERE blocked AND
            ((blocker_id = :viewer_id AND blocked_id = :provider_id)
             OR (blocker_id = :provider_id AND blocked_id = :viewer_id))) AS blocked,
        row_to_json(known)::text AS known
    FROM (
        SELECT <hours>,
            (SELECT json_agg(json_build_array(busy.starts, busy.ends)) FROM (<busy>) AS busy) AS busy
        FROM provider p LEFT JOIN hours h USING (provider_id)
        WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
    ) AS known
    """.replace("<hours>", HOURS_COLUMNS).replace("<busy>", BUSY_TIME_OF_ONE)
)
