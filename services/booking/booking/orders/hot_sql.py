"""Measured SQL of placing an order: what must be known first, and the one statement that writes all of it.
`make bench` has its row.
"""

from itertools import product
from typing import Final

from chassis.db import Record, TextStatement
from chassis.hot_sql import STORE_ANSWER_SQL, insert_events_sql, inserted_events

from booking.hours.hot_sql import HOURS_COLUMNS
from booking.slots.hot_sql import BUSY_TIME_OF_ONE, SERVICE_RULES, SHORTEST_SERVICE

_LOCK_PARTIES: Final = """
    SELECT pg_advisory_xact_lock(least(provider, client)), pg_advisory_xact_lock(greatest(provider, client))
    FROM (
        SELECT hashtextextended(:provider_id, 4) AS provider, hashtextextended(:client_key, 4) AS client
    ) AS side
"""
LOCK_PARTIES: Final = TextStatement(_LOCK_PARTIES)
"""Bookings of one person, as provider or client, take turns: the loser sees at once that the time is taken.

Without the locks the constraint would refuse the loser too, but two who insert together would wait for each
other first; and the triggers would not see what a provider books elsewhere, nor what a newcomer asks for at
once. `client_key` is the id of an account, or the address of a guest.
"""
# A guest's address is proven by the mailed code, an account's by its confirmation. OFFSET 0: to plan a join,
# the planner would read the ends of both indexes, also for an order of which nothing asks this.
_TOOK_PLACE: Final = (
    "EXISTS (SELECT FROM session d WHERE d.order_id = k.order_id AND d.state = 'done' OFFSET 0)"
)
_AGREED: Final = "(k.origin <> 'provider' OR k.agreed_at IS NOT NULL)"
_KNOWN: Final = """
    (EXISTS (SELECT FROM booking_order k
             WHERE k.client_id = :client_id AND k.provider_id = :provider_id
                AND k.status = 'completed' AND <agreed> AND <took_place>)
     OR EXISTS (SELECT FROM booking_order k
             WHERE k.guest_id IS NOT NULL AND k.client_email = coalesce(c.email, :guest_email)
                AND k.provider_id = :provider_id AND k.status = 'completed' AND <agreed> AND <took_place>))
""".replace("<took_place>", _TOOK_PLACE).replace("<agreed>", _AGREED)
_TERMS: Final = (
    "CASE WHEN s.free_cancellation_hours IS NOT NULL THEN "
    "json_build_array(s.free_cancellation_hours, s.late_cancellation, s.cancellation_words) END"
)
"""The fields of `cancellation.CancellationTerms` of a service `s`; null without terms."""
# A guest whose address is that of an account is refused what the account is.
# No array among the values: PostgreSQL would plan the statement anew each time, which takes longer than to
# run it. An id that is part of another one finds a service too many, which nobody asks for then. OFFSET 0: a
# plan that was made while there were few orders went through all pending ones, by their small index.
BOOKING_CONTEXT: Final = TextStatement(
    """
    SELECT <hours>, p.location_address, p.street_shown_to, p.contact_phone, p.phone_shown_to, p.payment,
        p.venues, a.name, a.email, a.username, a.avatar,
        c.account_id AS client_id, c.name AS client_name, c.email AS client_email,
        c.username AS client_username, c.avatar AS client_avatar, c.confirmed AS client_confirmed,
        c.requested AS client_requested,
        EXISTS (SELECT FROM provider WHERE provider_id = :client_id AND completed) AS client_onboarded,
        EXISTS (SELECT FROM block WHERE blocked AND
            ((blocker_id = :client_id AND blocked_id = :provider_id)
             OR (blocker_id = :provider_id AND blocked_id = :client_id)))
         OR EXISTS (SELECT FROM guest_block g WHERE g.provider_id = p.provider_id AND g.address_digest =
             encode(sha256(convert_to(p.provider_id || ':' || lower(coalesce(c.email, :guest_email)),
                                      'UTF8')), 'hex'))
         OR EXISTS (SELECT FROM account x WHERE x.email = :guest_email AND x.email <> '' AND x.confirmed
                AND NOT x.deleted AND (x.suspended OR EXISTS (SELECT FROM block WHERE blocked AND
                    ((blocker_id = x.account_id AND blocked_id = :provider_id)
                     OR (blocker_id = :provider_id AND blocked_id = x.account_id)))))
            AS blocked,
        (SELECT count(*) FROM (
            (SELECT FROM (
                SELECT status, origin FROM booking_order
                WHERE client_id = :client_id AND provider_id = :provider_id
                    AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0) AS w
             WHERE w.status = 'pending' OR w.origin = 'instant' LIMIT :most)
            UNION ALL
            (SELECT FROM (
                SELECT provider_id, status, origin FROM booking_order
                WHERE guest_id IS NOT NULL AND client_email = :guest_email OFFSET 0) AS w
             WHERE w.provider_id = :provider_id AND w.origin = 'instant'
                AND w.status IN ('accepted', 'ongoing') LIMIT :most)
            UNION ALL
            (SELECT FROM booking_order w WHERE w.guest_id IS NOT NULL AND w.client_email = :guest_email
                AND w.provider_id = :provider_id AND w.status = 'pending' LIMIT :most)) AS each
        ) AS open_requests,
        (SELECT json_agg(json_build_array(s.service_id, s.name, s.minutes, s.cost_minor, s.currency,
                                          s.delivery_mode, s.status, s.brief, <rules>,
                                          s.price_kind, s.confirmation, <terms>, s.place_ids,
                                          nullif(s.questions, '[]'), s.at_client,
                                          CASE WHEN s.confirmation = 'known' THEN <known> END))
         FROM service s
         WHERE s.provider_id = :provider_id AND strpos(:service_ids, s.service_id) > 0) AS services,
        CASE WHEN h.keep_gaps THEN <shortest> END AS shortest,
        (SELECT json_agg(json_build_array(busy.starts, busy.ends)) FROM (<busy>) AS busy) AS busy
    FROM provider p
    LEFT JOIN hours h ON h.provider_id = p.provider_id
    LEFT JOIN account a ON a.account_id = p.provider_id AND NOT a.deleted
    LEFT JOIN account c ON c.account_id = :client_id AND NOT c.deleted AND c.revision >= 0
    WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
    """.replace("<hours>", HOURS_COLUMNS)
    .replace("<busy>", BUSY_TIME_OF_ONE)
    .replace("<rules>", SERVICE_RULES)
    .replace("<terms>", _TERMS)
    .replace("<shortest>", SHORTEST_SERVICE)
    .replace("<known>", _KNOWN)
)
# One statement takes the locks and writes the events, so it does not see events that were written while it
# waited. Events about one provider's free time may therefore be published in another order; they only say
# that it has changed.
_PLACE_ORDER: Final = """
    WITH <answered>
    <locked>,
    placed AS (
        INSERT INTO booking_order (
            order_id, provider_id, client_id, guest_id, client_name, client_email, status, brief,
            delivery_mode, delivery_location, place, services, total_minor, total_minutes, currency,
            provider_timezone, client_timezone, client_language, starts_at, ends_at, created_at,
            answer_by, multiple_clients, client_pay_status, provider_pay_status, cancellation_terms, intake,
            at_client, revision<kept>)
        SELECT :order_id, :provider_id, :client_id, :guest_id, :client_name, :client_email, '<status>',
            :brief, :delivery_mode, :delivery_location, CAST(:place AS jsonb), CAST(:services AS jsonb),
            CAST(:total_minor AS bigint), CAST(:total_minutes AS integer), :currency,
            :provider_timezone, :client_timezone, :client_language,
            CAST(:starts_at AS timestamptz), CAST(:ends_at AS timestamptz),
            CAST(:created_at AS timestamptz), CAST(:answer_by AS timestamptz),
            CAST(:multiple_clients AS boolean), :client_pay_status, :provider_pay_status,
            CAST(:cancellation_terms AS jsonb), CAST(:intake AS jsonb),
            CAST(:at_client AS boolean), 1<keeping>
        FROM locked
    ),
    <told>
    announced AS (<events>)
    INSERT INTO session (
        order_id, position, slot_id, alias, provider_id, starts_at, ends_at, status, held_from,
        held_until<reminded>)
    SELECT :order_id, s.position, s.slot_id, s.alias, :provider_id, s.starts_at, s.ends_at, '<status>',
        s.held_from, s.held_until<reminding>
    FROM locked, json_to_recordset(CAST(:sessions AS json))
        AS s (position smallint, slot_id text, alias text, starts_at timestamptz, ends_at timestamptz,
              held_from timestamptz, held_until timestamptz)
    RETURNING <inserted> AS inserted
""".replace("<inserted>", inserted_events("announced"))
_TELL_FIRST: Final = """
    told AS (
        UPDATE account SET requested = true FROM (
            SELECT account_id AS id FROM locked, account WHERE account_id = :client_id AND NOT requested
            FOR NO KEY UPDATE OF account SKIP LOCKED) AS free
        WHERE account_id = free.id
    ),
"""
"""Who closes an account locks its row first and its parties' turn second: waiting for the row here would be
the other way round. Where somebody has the row locked, identity is told once more with the next order.
"""


_LOCKED: Final = "locked AS MATERIALIZED (<locks>)"
_LOCKED_WITHIN_LIMITS: Final = """
    turn AS MATERIALIZED (<locks>),
    locked AS MATERIALIZED (
        SELECT check_booking_limits(:provider_id, :order_id, CAST(:limits AS json)) FROM turn)
"""
"""The function counts after the locks were waited for: each query of it sees what was committed before."""


_OF_REQUEST: Final = {"status": "pending"}
_OF_ACCEPTED: Final = {
    "status": "accepted",
    "kept": ", calendar_sequence, origin",
    "keeping": ", CAST(:calendar_sequence AS integer), :origin",
    "reminded": ", remind_at",
    "reminding": ", next_reminder(:provider_id, s.starts_at, CAST(:created_at AS timestamptz))",
}
"""What the statement writes of an order that is placed as accepted."""


def _placing(
    *, once: bool, first: bool, limited: bool = False, accepted: bool = False
) -> TextStatement[Record]:
    text, own = _PLACE_ORDER, _OF_ACCEPTED if accepted else _OF_REQUEST
    for place in _OF_ACCEPTED:
        text = text.replace(f"<{place}>", own.get(place, ""))
    text = text.replace("<locked>", _LOCKED_WITHIN_LIMITS if limited else _LOCKED)
    text = text.replace("<answered>", f"answered AS ({STORE_ANSWER_SQL})," if once else "")
    text = text.replace("<locks>", f"{_LOCK_PARTIES}, answered" if once else _LOCK_PARTIES)
    text = text.replace("<told>", _TELL_FIRST if first else "")
    return TextStatement(text.replace("<events>", insert_events_sql(3 if first else 2, "locked")))


PLACE_ORDER: Final = _placing(once=False, first=False)
PLACE_ORDER_ONCE: Final = _placing(once=True, first=False)
"""The same together with the answer of its Idempotency-Key. It has no row if the key is in use, and nothing
was written: all that it writes follows from `locked`, and that from `answered`.
"""
PLACE_FIRST_ORDER: Final = _placing(once=False, first=True)
PLACE_FIRST_ORDER_ONCE: Final = _placing(once=True, first=True)
"""The same of a client of whom identity was not told yet: with a third event, which tells it."""
PLACE_LIMITED_ORDER: Final = _placing(once=False, first=False, limited=True)
PLACE_LIMITED_ORDER_ONCE: Final = _placing(once=True, first=False, limited=True)
PLACE_FIRST_LIMITED_ORDER: Final = _placing(once=False, first=True, limited=True)
PLACE_FIRST_LIMITED_ORDER_ONCE: Final = _placing(once=True, first=True, limited=True)
"""The same where the provider or a service takes a limited number of sessions on a day or in a week."""
PLACE_ACCEPTED: Final = {
    (first, once, limited): _placing(once=once, first=first, limited=limited, accepted=True)
    for first, once, limited in product((False, True), repeat=3)
}
"""The same of an order that is accepted the moment it is placed (product.md 4.4): by whether it is the
client's first, whether the request has an Idempotency-Key, and whether limits count."""
