"""Where an alert leads: the very thing that it speaks of (product.md 5.1). Pure functions of values.

The sources of facts name orders, comments and posts, so that alerts of before an address named its thing lead
there too.
"""

from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qs, quote, quote_plus, urlsplit

from notifications.projections.store import Person

SCHEDULE: Final = "/schedule_manager"
ALERTS: Final = "/alerts"
_STEPS: Final = frozenset(
    {
        "order_requested",
        "order_accepted",
        "order_booked",
        "order_rejected",
        "order_started",
        "order_completed",
        "order_cancelled",
        "order_expired",
        "order_closed",
        "rating_given",
        "rating_waits",
        "client_rated",
        "rating_answered",
    }
)
"""Kinds of alerts whose source names the order: it takes each of these steps once."""
ANSWERS: Final = (("accept", "accepted"), ("decline", "rejected"))
"""The buttons of a request in a push message and in a mail, and the answers that they give."""
COMING: Final = (("come", "coming"), ("cancel", "cancelled"))
"""Those of a reminder to a client who has not said yet that they come."""
MOVING: Final = "move=yes"
"""What a link to a booking ends with that opens the choice of another time."""
OF_PERSONS: Final = frozenset({"interest_added"})
"""Kinds of alerts that lead to the person who acted, as they are when the alert is read."""


def _quoted(value: str) -> str:
    """A value in a query. Ids need no quoting, and finding that out is cheaper than quoting them."""
    return value if value.isascii() and value.replace("-", "").isalnum() else quote_plus(value)


def booking_address(tab: str, order_id: str) -> str:
    """A booking in the schedule. `tab` is its list of that moment; the screen leads on to the one of now."""
    return f"{SCHEDULE}/{tab}?dialog=booking&booking={_quoted(order_id)}"


def answer_address(order_id: str, answer: str, tab: str = "pending_requests", key: str = "") -> str:
    """A booking in the schedule with an answer to it chosen (product.md 5.4), as `with_answer`."""
    return with_answer(booking_address(tab, order_id), answer, key)


def with_answer(address: str, answer: str, key: str = "") -> str:
    """The address of a booking, or a guest's link to it, with an answer chosen. With the `key` of a request
    the app sends the answer at once; without one the user sends it by one more tap.
    """
    return f"{address}&answer={_quoted(answer)}{key and f'&key={quote_plus(key)}'}"


def move_address(tab: str, order_id: str) -> str:
    """A booking in the schedule, with the choice of another time open (product.md 4.20)."""
    return f"{booking_address(tab, order_id)}&{MOVING}"


def comment_address(post_id: str, comment_id: str) -> str:
    """The comments of a post, with this one in sight."""
    shown = f"autoActivePost={_quoted(post_id)}&comment={_quoted(comment_id)}"
    return f"/feed?autoView=post_comment&{shown}"


def post_address(post_id: str) -> str:
    """The full view of a post."""
    return f"/feed?autoView=post&autoActivePost={_quoted(post_id)}"


def own_post_address(post_id: str) -> str:
    """The full view of a post over its owner's list, which also shows what is hidden from others."""
    return f"/my_posts?autoView=post&autoActivePost={_quoted(post_id)}"


def review_address(order_id: str) -> str:
    """A review among the provider's own."""
    return f"/my_ratings?review={_quoted(order_id)}"


def page_of(person: Person) -> str:
    """The address of a person's page: by username, of a provider without one by name (product.md 3.6).

    '' for a client without a username, who has no page.
    """
    handle = person.username or (person.name if person.onboarded else "")
    return f"/p/{quote(handle, safe='')}" if handle and not person.deleted else ""


def person_address(person: Person | None, writable: Collection[str]) -> str:
    """Where somebody can be seen: their page, else the conversation with them if they are `writable`.

    Somebody who has neither is seen in the alert itself.
    """
    if person is None:
        return ALERTS
    if page := page_of(person):
        return page
    return f"/message?with={_quoted(person.id)}" if person.id in writable else ALERTS


def conversation_address(conversation_id: str) -> str:
    """A conversation by its id."""
    return f"/message?conversation={_quoted(conversation_id)}"


def order_of(kind: str, source: str, named: object) -> str:
    """The order that an alert speaks of: the one that its words name, else the one of its source.

    '' where it speaks of none, or did not keep which.
    """
    if isinstance(named, str):
        return named
    return _thing(source) if kind in _STEPS else ""


def current_address(kind: str, url: str, source: str, order_id: str) -> str:
    """The stored address `url` of an alert, made to name its thing where it does not.

    `source` is the newest fact that its reader may see, '' where the address is of that fact anyway.
    """
    if order_id and kind == "rating_given":
        return review_address(order_id)
    if (
        order_id
        and url.startswith(f"{SCHEDULE}/")
        and not url.endswith((f"?dialog=booking&booking={order_id}", MOVING))
    ):
        return booking_address(url.removeprefix(f"{SCHEDULE}/").partition("?")[0], order_id)
    if not source:
        return url
    match kind:
        case "comment_added":
            for post_id in parse_qs(urlsplit(url).query).get("autoActivePost", []):
                url = comment_address(post_id, _thing(source))
        case "post_reposted":
            url = post_address(_thing(source))
        case "post_hidden" | "post_restored":
            url = own_post_address(_thing(source).partition(":")[0])
        case _:
            pass
    return url


def _thing(source: str) -> str:
    """What the name of a fact names, such as the order of 'booking.order.accepted:<order id>'."""
    return source.partition(":")[2]
