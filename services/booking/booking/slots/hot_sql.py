"""Measured SQL of free slots: a provider's open time, and the busy time of one or many. `make bench` has its
rows.
"""

from typing import Final

from chassis.db import TextStatement

from booking.hours.hot_sql import HOURS_COLUMNS

# Sessions with clients; the provider's own appointments as somebody's client; external calendars; time that
# the provider blocks, each within one day.
# What a provider has entered alone takes no time of the client's.
# OFFSET 0: an order's sessions are looked up by its id, also by a plan that was made while the tables were
# empty, which is kept; a join's plan would go through all sessions. A constraint keeps sessions within two
# days, so that sessions which end later than two days after the last instant need not be looked at; another
# keeps the buffers that a session is held with within four hours.
# NOT IN: with the exclusion constraint's own condition, a plan that was made while the tables were empty
# would read that constraint's whole index.
_BUSY_TIME: Final = """
    SELECT s.provider_id, extract(epoch FROM coalesce(s.held_from, s.starts_at))::bigint AS starts,
        extract(epoch FROM coalesce(s.held_until, s.ends_at))::bigint AS ends
    FROM session s
    WHERE s.provider_id = <whose> AND s.status IN ('pending', 'accepted', 'ongoing')
      AND s.state NOT IN ('done', 'missed')
      AND s.ends_at > CAST(:first AS timestamptz) - interval '4 hours'
      AND s.ends_at < CAST(:last AS timestamptz) + interval '2 days'
      AND s.starts_at < CAST(:last AS timestamptz) + interval '4 hours' AND s.order_id <> :but_order
    UNION ALL
    SELECT o.client_id, extract(epoch FROM s.starts_at)::bigint, extract(epoch FROM s.ends_at)::bigint
    FROM booking_order o
    CROSS JOIN LATERAL (
        SELECT starts_at, ends_at FROM session
        WHERE session.order_id = o.order_id AND state NOT IN ('done', 'missed') OFFSET 0
    ) AS s
    WHERE o.client_id = <whose> AND o.status IN ('pending', 'accepted', 'ongoing')
      AND (o.origin <> 'provider' OR o.agreed_at IS NOT NULL)
      AND s.ends_at > :first AND s.starts_at < :last AND o.order_id <> :but_order
    UNION ALL
    SELECT b.provider_id, extract(epoch FROM b.starts_at)::bigint, extract(epoch FROM b.ends_at)::bigint
    FROM busy_time b
    WHERE b.provider_id = <whose> AND b.ends_at > :first AND b.starts_at < :last
    UNION ALL
    SELECT t.provider_id, extract(epoch FROM t.starts_at)::bigint, extract(epoch FROM t.ends_at)::bigint
    FROM blocked_time t
    WHERE t.provider_id = <whose> AND t.ends_at > :first AND t.starts_at < :last
      AND t.ends_at < CAST(:last AS timestamptz) + interval '2 days'
"""
BUSY_TIME: Final = TextStatement(_BUSY_TIME.replace("<whose>", "ANY(CAST(:provider_ids AS text[]))"))
"""Start and end (seconds since 1970 UTC) of the busy time of many providers."""
BUSY_TIME_OF_ONE: Final = _BUSY_TIME.replace("<whose>", ":provider_id")
"""The same for one provider, as a part of a statement: PostgreSQL plans a statement with an array anew each
time, which takes longer than to run it."""
SERVICE_RULES: Final = (
    "json_build_array(s.service_id, s.minutes, s.buffer_before, s.buffer_after, s.minimum_notice, "
    "s.booking_horizon, s.most_per_day, s.most_per_week, s.offered_days, s.status = 'active', "
    "CASE WHEN s.at_client THEN s.travel_before ELSE 0 END, "
    "CASE WHEN s.at_client THEN s.travel_after ELSE 0 END)"
)
"""The fields of `open_time.ServiceRules`, of a service `s`."""
SHORTEST_SERVICE: Final = (
    "(SELECT min(each.minutes) FROM service each "
    "WHERE each.provider_id = p.provider_id AND each.status = 'active')"
)
"""Minutes of the shortest active service of a provider `p`."""
# Limits count weeks: nine days more on each side than what is asked for.
COUNTED_SESSIONS: Final = """
    (SELECT json_agg(json_build_array(
        extract(epoch FROM counted.starts_at)::bigint,
        (SELECT json_agg(chosen ->> 'service_id') FROM booking_order o,
            jsonb_array_elements(o.services) AS chosen WHERE o.order_id = counted.order_id)))
     FROM (
        SELECT s.order_id, s.starts_at FROM session s
        WHERE s.provider_id = p.provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
          AND NOT s.proposed AND s.ends_at > CAST(:first AS timestamptz) - interval '9 days'
          AND s.ends_at < CAST(:last AS timestamptz) + interval '11 days'
        UNION ALL
        SELECT s.order_id, s.starts_at FROM session s
        WHERE s.provider_id = p.provider_id AND s.status = 'completed' AND NOT s.proposed
          AND s.starts_at > CAST(:first AS timestamptz) - interval '9 days'
          AND s.starts_at < CAST(:last AS timestamptz) + interval '9 days'
     ) AS counted WHERE counted.order_id <> :but_order)
"""
"""[start, service ids] of the sessions of a provider `p` that count for a limit (`slots.limits`)."""
_OPEN_TIME: Final = """
    SELECT EXISTS (SELECT FROM block WHERE blocked AND
            ((blocker_id = :viewer_id AND blocked_id = :provider_id)
             OR (blocker_id = :provider_id AND blocked_id = :viewer_id))) AS blocked,
        row_to_json(known)::text AS known
    FROM (
        SELECT <hours>, CASE WHEN h.flexible THEN <shortest> END AS shortest, <counted>
            (SELECT json_agg(json_build_array(busy.starts, busy.ends)) FROM (<busy>) AS busy) AS busy
        FROM provider p LEFT JOIN hours h USING (provider_id)
        WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
    ) AS known
""".replace("<hours>", HOURS_COLUMNS).replace("<busy>", BUSY_TIME_OF_ONE)
_SERVICES: Final = """
    (SELECT json_agg(<rules>) FROM service s
     WHERE s.provider_id = p.provider_id AND strpos(:service_ids, s.service_id) > 0) AS services,
""".replace("<rules>", SERVICE_RULES)
_LIMITED: Final = "h.most_per_day > 0 OR h.most_per_week > 0"
OPEN_TIME: Final = TextStatement(
    _OPEN_TIME.replace("<counted>", f"CASE WHEN {_LIMITED} THEN {COUNTED_SESSIONS} END AS counted,").replace(
        "<shortest>", SHORTEST_SERVICE
    )
)
OPEN_TIME_FOR_SERVICES: Final = TextStatement(
    _OPEN_TIME.replace("<counted>", f"{COUNTED_SESSIONS} AS counted, {_SERVICES}").replace(
        "<shortest>", SHORTEST_SERVICE
    )
)
"""The same, with the rules of the services that are to be booked: ids with spaces between. An id that is part
of another one finds a service too many, which the caller leaves out."""
COUNTED_OF_MANY: Final = TextStatement(
    """
    SELECT p.provider_id, <shortest> AS shortest, CAST(<counted> AS text) AS counted
    FROM provider p WHERE p.provider_id = ANY(CAST(:provider_ids AS text[]))
    """.replace("<shortest>", SHORTEST_SERVICE).replace("<counted>", COUNTED_SESSIONS)
)
"""What flexible hours and limits of many providers depend on."""
