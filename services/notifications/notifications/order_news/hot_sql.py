"""Measured SQL of all that an event of an order causes. It is one statement, and so a transaction of its own:
the event is entered into the inbox together with its whole effect, or not at all. `make bench` has its row.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chassis.db import Record, TextStatement
from chassis.hot_sql import ENTER_INBOX, RETURNING_LEASE, inserted_events, leased_until

# A fact has one alert, whichever event tells of it; only a new alert is announced and pushed.
_RAISE: Final = """
    alert_<n> AS (
        INSERT INTO alert (id, source, receiver_id, kind, actor_id, words, url, status, created_at)
        SELECT :alert_id_<n>, :source_<n>, :receiver_id_<n>, :kind_<n>, :actor_id_<n>,
            CAST(:words_<n> AS jsonb), :url_<n>, :status_<n>, CAST(:created_at_<n> AS timestamptz)
        FROM entered
        ON CONFLICT (source, receiver_id, kind) DO NOTHING RETURNING id, receiver_id
    ),
    announced_<n> AS (
        INSERT INTO outbox (event_id, aggregate, key, payload, trace, next_attempt_at)
        SELECT CAST(:event_id_<n> AS uuid), :aggregate_<n>, :key_<n>, :payload_<n>, :trace_<n>, <until>
        FROM alert_<n> <returning>
    )""".replace("<until>", leased_until(":aggregate_<n>")).replace("<returning>", RETURNING_LEASE)
_PUSH: Final = """
    pushed_<n> AS (
        INSERT INTO device_push (id, account_id, digest, alert_id)
        SELECT gen_random_uuid()::text, device.account_id, device.digest, alert_<n>.id
        FROM alert_<n> JOIN device ON device.account_id = alert_<n>.receiver_id
        ON CONFLICT DO NOTHING
    )"""
_QUEUE_MAILS: Final = """
    queued AS (
        INSERT INTO mail (id, source, receiver, receiver_key, template, account_id, order_id, subject, text,
            html, attachments, unsubscribe, not_after, created_at, next_attempt_at)
        <mails>
        ON CONFLICT (source, receiver_key, template) DO NOTHING RETURNING id
    )"""
_MAIL: Final = """
        SELECT :mail_id_<n>, :mail_source_<n>, :mail_receiver_<n>, :mail_receiver_key_<n>,
            :mail_template_<n>, :mail_account_id_<n>, :mail_order_id_<n>, :mail_subject_<n>, :mail_text_<n>,
            :mail_html_<n>, CAST(:mail_attachments_<n> AS jsonb), :mail_unsubscribe_<n>,
            CAST(:mail_not_after_<n> AS timestamptz), CAST(:mail_created_at_<n> AS timestamptz),
            now() + CAST(:mails_claimed_for AS interval)
        FROM entered"""
_OPEN_CONVERSATION: Final = """
    opened AS (
        INSERT INTO conversation (id, first_id, second_id)
        SELECT :conversation_id, :first_id, :second_id FROM entered
        ON CONFLICT DO NOTHING RETURNING id, first_id, second_id
    ),
    sides AS (
        INSERT INTO conversation_side (conversation_id, account_id, other_id, unread, latest_id)
        SELECT id, first_id, second_id, 0, id FROM opened
        UNION ALL SELECT id, second_id, first_id, 0, id FROM opened
    )"""


@lru_cache
def tell(pushed: Sequence[bool], mails: int, *, opens: bool) -> TextStatement[Record]:
    """The statement for an event with one alert for each of `pushed`, which says whether devices get it too.

    It queues `mails` mails, and lets the sides write to each other if it `opens` their conversation. Its row
    names the event, the mails that were not queued before, and the events of new alerts
    (`hot_sql.inserted_events`); there is none when the event was handled before. Its values are no arrays,
    see `chassis.hot_sql`.
    """
    parts = [f"entered AS ({ENTER_INBOX})"]
    for place, to_devices in enumerate(pushed):
        parts += [each.replace("<n>", str(place)) for each in ((_RAISE, _PUSH) if to_devices else (_RAISE,))]
    if mails:
        rows = " UNION ALL".join(_MAIL.replace("<n>", str(place)) for place in range(mails))
        parts.append(_QUEUE_MAILS.replace("<mails>", rows))
    if opens:
        parts.append(_OPEN_CONVERSATION)
    queued = "ARRAY(SELECT id FROM queued)" if mails else "NULL"
    announced = inserted_events(*(f"announced_{place}" for place in range(len(pushed)))) if pushed else "NULL"
    found = f"event_id, {queued} AS queued, {announced} AS announced"
    return TextStatement("WITH " + ",".join(parts) + f"\nSELECT {found} FROM entered")
