"""What bounds each table: the rules by which jobs delete rows, or the reason why none is needed.

A table that is in neither is one that grows and that nothing prunes.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from chassis import housekeeping
from chassis.retention import Retention
from fastapi import FastAPI

OF_ACCOUNTS: Final = "of an account: goes with it"
OF_ORDERS: Final = "the product's record of orders"
PROJECTION: Final = "a copy of what another service owns, a row for each of its things"
QUEUE: Final = "a queue: a row goes as soon as its work is done"
OPERATORS: Final = "waits for operators, and counts as an alarm"
OF_THE_STAFF: Final = "the staff's record"
OF_POSTS: Final = "of a post: goes with it"
OF_FORMER_VERSIONS: Final = "of a version before: nothing is added"
BY_THE_OWNER: Final = "kept for a time that each row names, and deleted by a function of the database's owner"

_EVERYWHERE: Final[Mapping[str, str]] = {
    "alembic_version": "one row",
    "outbox": QUEUE,
    "dead_letter": OPERATORS,
}
_BY_SERVICE: Final[Mapping[str, Mapping[str, str]]] = {
    "identity": {
        "account": OF_ACCOUNTS,
        "authenticator_app": OF_ACCOUNTS,
        "data_export": OF_ACCOUNTS,
        "deleted_account": "an id and a time, which a replay tells again: for ever",
        "known_device": OF_ACCOUNTS,
        "known_profile": PROJECTION,
        "passkey": OF_ACCOUNTS,
        "recovery_code": OF_ACCOUNTS,
        "reset_wish": QUEUE,
    },
    "profiles": {
        "account": PROJECTION,
        "appointment": PROJECTION,
        "archived_report": BY_THE_OWNER,
        "block": OF_ACCOUNTS,
        "discarded_file": QUEUE,
        "finance_settings": OF_ACCOUNTS,
        "interest": OF_ACCOUNTS,
        "late_evidence": BY_THE_OWNER,
        "place": OF_ACCOUNTS,
        "post_standing": "a row for each post that the staff have hidden: goes with its owner's account",
        "profile": OF_ACCOUNTS,
        "rating_summary": PROJECTION,
        "report": OF_THE_STAFF,
        "review_standing": "a row for each review that the staff took down: goes with its author's account",
        "search_entry": OF_FORMER_VERSIONS,
        "search_listing": OF_ACCOUNTS,
        "search_word": "the words of all listings: goes with the last listing that has it",
        "service": OF_ACCOUNTS,
        "sitemap_page": "a row for every 10,000 pages or more",
        "venue_settings": OF_ACCOUNTS,
        "staff_act": "the staff's log, a chain from which nothing is taken (product.md 7.3)",
    },
    "booking": {
        "account": PROJECTION,
        "block": PROJECTION,
        "move_terms": OF_ACCOUNTS,
        "blocked_time": "goes with its block, which repeats for a year at most",
        "booking_order": OF_ORDERS,
        "busy_time": "replaced at each reading of an external calendar",
        "calendar_feed": OF_ACCOUNTS,
        "client": OF_ACCOUNTS,
        "client_file": "of a client: goes with it; 1 GB of one provider",
        "client_rating": OF_ORDERS,
        "client_person": OF_ACCOUNTS,
        "external_calendar": OF_ACCOUNTS,
        "guest_block": OF_ACCOUNTS,
        "follow_up": QUEUE,
        "hours": OF_ACCOUNTS,
        "proposal": OF_ORDERS,
        "provider": PROJECTION,
        "rating": OF_ORDERS,
        "rating_summary": OF_ACCOUNTS,
        "reminder_plan": OF_ACCOUNTS,
        "schedule_look": OF_ACCOUNTS,
        "service": PROJECTION,
        "session": OF_ORDERS,
        "time_block": "100 of a provider that are not over; the others go a month later, with the next one",
    },
    "feed": {
        "author": PROJECTION,
        "block": PROJECTION,
        "bookmark": OF_ACCOUNTS,
        "circle": PROJECTION,
        "comment": OF_POSTS,
        "completed_pair": PROJECTION,
        "evidence_picture": "released some time after its report is decided (feed.jobs.release_evidence)",
        "picture": OF_POSTS,
        "post": OF_ACCOUNTS,
        "post_tag": OF_POSTS,
        "sitemap_page": "a row for every 10,000 pages or more",
        "stored_picture": "goes with the picture",
        "stray": QUEUE,
    },
    "notifications": {
        "alert": OF_ACCOUNTS,
        "alert_fact": "of an alert: goes with it",
        "block": PROJECTION,
        "conversation": OF_ACCOUNTS,
        "conversation_side": OF_ACCOUNTS,
        "device": "of a login: goes with it",
        "device_push": QUEUE,
        "former_mail_token": OF_FORMER_VERSIONS,
        "interest": PROJECTION,
        "message": OF_ACCOUNTS,
        "person": PROJECTION,
        "push": OF_FORMER_VERSIONS,
        "push_note": OF_FORMER_VERSIONS,
        "push_token": OF_FORMER_VERSIONS,
        "stopped_address": "a digest for each address at which somebody stopped mails: for ever",
    },
}


def kept_tables(service: str) -> Mapping[str, str]:
    """The tables of a service of which no job deletes rows by their age, each with what bounds it."""
    return {**_EVERYWHERE, **_BY_SERVICE[service]}


def rules_of(app: FastAPI) -> Sequence[Retention]:
    """The rules by which the jobs of a service delete rows."""
    jobs = (*app.state.service.jobs, *housekeeping.JOBS)
    return [rule for job in jobs for rule in job.prunes]
