"""The SQL of a provider's list of clients.

Clients are found where their orders are, when the list is read: the statement counts the provider's orders
by the index of `provider_id`, and `client_person` says whose they are. So placing an order costs nothing
more, no figure can be out of date, and there was nothing to fill in for the orders of before.
"""

from typing import Final

from chassis.db import Record, TextStatement

from booking.clients.rules import NewPerson, Sort

PERSON: Final = (
    "coalesce(o.client_id, nullif(lower(o.client_email), ''), "
    "CASE WHEN o.origin = 'provider' THEN o.guest_id END)"
)
"""By what an order `o` knows its client: the id of the account, a guest's address, or, where the provider
entered somebody without both, the client's own id."""
_WITHOUT_CLIENT: Final = """
    o.provider_id = :provider_id AND <person> IS NOT NULL AND NOT EXISTS (
        SELECT FROM client_person k WHERE k.provider_id = o.provider_id AND k.person = <person>)
"""
# A guest's entry whose address an account has confirmed by now. One that belongs to another account already
# stays: an address may have gone from one person to another.
_ONE_PERSON: Final = """
    FROM client_person k
    JOIN account a ON a.account_id = k.person AND a.confirmed AND NOT a.deleted AND a.email <> ''
    JOIN client_person g ON g.provider_id = k.provider_id AND g.person = lower(a.email)
        AND g.client_id <> k.client_id
    JOIN client other ON other.client_id = g.client_id AND other.account_id IS NULL
    JOIN client kept ON kept.client_id = k.client_id
    WHERE k.provider_id = :provider_id
"""
_FIGURES: Final = """
    own AS (
        SELECT c.client_id, coalesce(c.account_id, '') AS account_id, coalesce(a.name, c.name) AS name,
            coalesce(a.email, c.email) AS email, c.phone, coalesce(a.username, '') AS username,
            coalesce(a.avatar, '') AS avatar, c.tags, c.note
        FROM client c LEFT JOIN account a ON a.account_id = c.account_id AND NOT a.deleted
        WHERE c.provider_id = :provider_id
    ),
    of_client AS MATERIALIZED (
        SELECT k.client_id, o.order_id, o.status, o.total_minor, o.currency
        FROM booking_order o
        JOIN client_person k ON k.provider_id = o.provider_id AND k.person = <person>
        WHERE o.provider_id = :provider_id AND (CAST(:only AS text) = '' OR k.client_id = :only)
    ),
    visit AS (
        SELECT o.client_id,
            count(*) FILTER (WHERE s.state = 'done') AS visits,
            count(*) FILTER (WHERE s.state = 'missed' AND (s.no_show IS NULL
                OR s.no_show ->> 'by' = 'provider' AND s.no_show ->> 'contested_at' IS NULL)) AS no_shows,
            max(s.starts_at) FILTER (WHERE s.state = 'done') AS last_visit,
            min(s.starts_at) FILTER (WHERE s.state = 'upcoming' AND s.starts_at > :now
                AND o.status IN ('accepted', 'ongoing')) AS next_visit
        FROM of_client o JOIN session s ON s.order_id = o.order_id AND NOT s.proposed
        GROUP BY o.client_id
    ),
    spending AS (
        SELECT client_id, array_agg(currency ORDER BY minor DESC, currency) AS currencies,
            array_agg(minor ORDER BY minor DESC, currency) AS amounts, max(minor) AS most_spent
        FROM (SELECT client_id, currency, CAST(sum(total_minor) AS bigint) AS minor FROM of_client
              WHERE status = 'completed' GROUP BY client_id, currency HAVING sum(total_minor) > 0) AS sums
        GROUP BY client_id
    ),
    figures AS (
        SELECT own.*, coalesce(v.visits, 0) AS visits, coalesce(v.no_shows, 0) AS no_shows, v.last_visit,
            v.next_visit, coalesce(p.currencies, CAST('{}' AS text[])) AS currencies,
            coalesce(p.amounts, CAST('{}' AS bigint[])) AS amounts, coalesce(p.most_spent, 0) AS most_spent
        FROM own LEFT JOIN visit v USING (client_id) LEFT JOIN spending p USING (client_id)
        WHERE CAST(:only AS text) = '' OR own.client_id = :only
    )
"""
_SHOWN: Final = """
    f.client_id, f.account_id, f.name, f.email, f.phone, f.username, f.avatar, f.visits, f.no_shows,
    f.last_visit, f.next_visit, f.currencies, f.amounts, f.tags, f.note
"""


def _whole(text: str) -> str:
    """The statement with its parts in place of their names."""
    return (
        text.replace("<figures>", _FIGURES)
        .replace("<shown>", _SHOWN)
        .replace("<without_client>", _WITHOUT_CLIENT)
        .replace("<one_person>", _ONE_PERSON)
        .replace("<person>", PERSON)
    )


IS_BEHIND: Final = TextStatement[Record](
    _whole("""
    SELECT EXISTS (SELECT FROM booking_order o WHERE <without_client>) OR EXISTS (SELECT <one_person>)
    """)
)
"""Whether the provider has orders of somebody who is no client yet, or two clients who are one."""
# FOR SHARE: who erases a person holds their orders. Either the erasure waits and finds the client, or the
# order read here has no name any more. `only` is an order whose client alone is looked for, '' for all.
FIND_NEW: Final = TextStatement(
    _whole("""
    WITH newest AS (
        SELECT DISTINCT ON (<person>) o.order_id FROM booking_order o
        WHERE <without_client> AND (CAST(:only AS text) = '' OR o.order_id = :only)
        ORDER BY <person>, o.order_id DESC
    )
    SELECT <person> AS person, coalesce(o.client_id, '') AS account_id, o.client_name AS name,
        o.client_email AS email,
        CASE WHEN o.client_id IS NULL THEN lower(o.client_email) ELSE coalesce(lower(a.email), '') END
            AS address,
        CASE WHEN o.client_id IS NULL THEN (
            SELECT k.client_id FROM client_person k
            JOIN account own ON own.account_id = k.person AND own.confirmed
            WHERE k.provider_id = o.provider_id AND lower(own.email) = lower(o.client_email) LIMIT 1
        ) ELSE (
            SELECT k.client_id FROM client_person k JOIN client c USING (client_id)
            WHERE k.provider_id = o.provider_id AND k.person = lower(a.email) AND c.account_id IS NULL
        ) END AS known
    FROM booking_order o
    LEFT JOIN account a ON a.account_id = o.client_id AND a.confirmed AND NOT a.deleted
    WHERE o.order_id = ANY(ARRAY(SELECT order_id FROM newest)) AND <person> IS NOT NULL
    ORDER BY o.order_id
    FOR SHARE OF o
    """),
    into=NewPerson,
)
FIND_PAIRS: Final = TextStatement[Record](
    _whole("""
    SELECT DISTINCT ON (other.client_id) kept.client_id AS kept_id, kept.note AS kept_note,
        kept.tags AS kept_tags, other.client_id AS other_id, other.note AS other_note,
        other.tags AS other_tags, kept.phone AS kept_phone, other.phone AS other_phone,
        other.imported_at AS other_imported_at
    <one_person>
    ORDER BY other.client_id, kept.client_id
    """)
)
FORGET_PERSONS: Final = TextStatement[Record](
    """
    DELETE FROM client_person k
    USING unnest(CAST(:provider_ids AS text[]), CAST(:persons AS text[])) AS gone (provider_id, person)
    WHERE k.provider_id = gone.provider_id AND k.person = gone.person
        AND NOT EXISTS (
        SELECT FROM client c WHERE c.client_id = k.client_id AND c.imported_at IS NOT NULL)
        AND NOT EXISTS (
        SELECT FROM booking_order o WHERE o.guest_id IS NOT NULL AND o.client_email = gone.person
            AND o.provider_id = gone.provider_id)
        AND NOT EXISTS (
        SELECT FROM booking_order o WHERE o.provider_id = gone.provider_id AND o.guest_id = gone.person)
    RETURNING k.client_id
    """
)

_KEYS: Final[dict[Sort, str]] = {
    "name": "client_folded(f.name)",
    "last_visit": "- coalesce(extract(epoch FROM f.last_visit), 0)",
    "next_visit": "coalesce(extract(epoch FROM f.next_visit), 1e12)",
    "visits": "- f.visits",
    "spent": "- f.most_spent",
}
"""By what each order of the list sorts, the smallest first."""


def _page(sort: Sort) -> TextStatement[Record]:
    """The clients of one page. Each word of `q` is a part of name, address or telephone number."""
    kind = "text" if sort == "name" else "double precision"
    key = f"CAST({_KEYS[sort]} AS {kind})"
    return TextStatement(
        _whole("""
        WITH <figures>
        SELECT <shown>, <key> AS key FROM figures f
        WHERE (CAST(:tag AS text) = '' OR CAST(:tag AS text) = ANY (f.tags))
          AND NOT EXISTS (
            SELECT FROM unnest(string_to_array(client_folded(CAST(:q AS text)), ' ')) AS word
            WHERE strpos(concat_ws(' ', client_folded(f.name), lower(f.email), f.phone), word) = 0
              AND (f.phone = '' OR word !~ '^[+(]?[0-9][0-9()./-]*$'
                OR strpos(f.phone, regexp_replace(
                    regexp_replace(word, '[^0-9]', '', 'g'), '^0+(?=[1-9])', '')) = 0))
          AND (CAST(:after AS text) = '' OR (<key>, f.client_id) > (CAST(:after_key AS <kind>), :after))
        ORDER BY key, f.client_id
        LIMIT :most
        """)
        .replace("<key>", key)
        .replace("<kind>", kind)
    )


FIND_BY_NAME: Final = _page("name")
FIND_BY_LAST_VISIT: Final = _page("last_visit")
FIND_BY_NEXT_VISIT: Final = _page("next_visit")
FIND_BY_VISITS: Final = _page("visits")
FIND_BY_SPENT: Final = _page("spent")
PAGES: Final[dict[Sort, TextStatement[Record]]] = {
    "name": FIND_BY_NAME,
    "last_visit": FIND_BY_LAST_VISIT,
    "next_visit": FIND_BY_NEXT_VISIT,
    "visits": FIND_BY_VISITS,
    "spent": FIND_BY_SPENT,
}
FIND_ONE: Final = TextStatement[Record](_whole("WITH <figures> SELECT <shown>, '' AS key FROM figures f"))
FIND_ORDERS: Final = TextStatement[Record](
    _whole("""
    SELECT o.order_id, o.status, o.services, o.starts_at, o.total_minor, o.currency
    FROM booking_order o
    JOIN client_person k ON k.provider_id = o.provider_id AND k.person = <person>
    WHERE o.provider_id = :provider_id AND k.client_id = :client_id
    ORDER BY o.starts_at DESC, o.order_id DESC
    LIMIT :most
    """)
)
FIND_OF_ORDER: Final = TextStatement[Record](
    _whole("""
    SELECT k.client_id FROM booking_order o
    JOIN client_person k ON k.provider_id = o.provider_id AND k.person = <person>
    WHERE o.order_id = :order_id AND o.provider_id = :provider_id
    """)
)
FIND_NOTES: Final = TextStatement[Record](
    _whole("""
    SELECT o.order_id, k.client_id, c.note, c.tags FROM booking_order o
    JOIN client_person k ON k.provider_id = o.provider_id AND k.person = <person>
    JOIN client c ON c.client_id = k.client_id
    WHERE o.order_id = ANY(CAST(:order_ids AS text[])) AND o.provider_id = :provider_id
    ORDER BY o.order_id
    """)
)
FIND_TAGS: Final = TextStatement[Record](
    """
    SELECT tag, count(*) AS clients FROM client, unnest(tags) AS tag
    WHERE provider_id = :provider_id GROUP BY tag ORDER BY lower(tag), tag
    """
)
