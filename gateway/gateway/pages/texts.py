"""What pages are called and how they describe themselves; short enough for a result of a search engine."""

from typing import Any, Final

from gateway.pages.addresses import PageKind
from gateway.pages.languages import said

SITE: Final = "Openhours"
START: Final = "Find people who are good at something, see when they are free, and book them."
FEED: Final = "What providers post"
FEED_TEXT: Final = "What providers make, teach and offer, in pictures. Book whom you like."
SEARCH: Final = "Find a provider"
SEARCH_TEXT: Final = "Search providers by what they do, where they are, their languages and prices."
PRIVACY: Final = "Privacy policy"
PRIVACY_TEXT: Final = "What Openhours keeps about people, why, and for how long."
BOOK: Final = "See what {name} offers, at what price and when, and book a time."

LONGEST_DESCRIPTION: Final = 200
LONGEST_TITLE: Final = 70

_TITLES: Final[dict[PageKind, str]] = {"feed": FEED, "search": SEARCH, "privacy": PRIVACY}
_TEXTS: Final[dict[PageKind, str]] = {
    "start": START,
    "feed": FEED_TEXT,
    "search": SEARCH_TEXT,
    "privacy": PRIVACY_TEXT,
}


def page_name(kind: PageKind, language: str) -> str:
    """The name of a page of the app; '' for a page without one of its own."""
    return said(_TITLES[kind], language) if kind in _TITLES else ""


def page_text(kind: PageKind, language: str) -> str:
    """What a page of the app says of itself."""
    return said(_TEXTS.get(kind, START), language)


def provider_name(account: dict[str, Any]) -> str:
    """A provider's name with what they do."""
    return " · ".join(filter(None, (account["name"] or account["username"], account["expertise"])))


def provider_text(account: dict[str, Any], language: str) -> str:
    """A provider in their own words, else an invitation to look."""
    own = shortened(account["bio"], LONGEST_DESCRIPTION)
    return own or said(BOOK.format(name=account["name"] or account["username"]), language)


def author_of(post: dict[str, Any]) -> tuple[str, str]:
    """Name and username of who wrote a post; of a repost, of the original."""
    if post["proxy_owner_id"]:
        return post["proxy_owner_name"], post["proxy_owner_username"]
    return post["name"], post["username"]


def post_name(post: dict[str, Any]) -> str:
    """The beginning of a post, and who wrote it."""
    return " · ".join(filter(None, (shortened(post["post_brief"], LONGEST_TITLE), author_of(post)[0])))


def titled(name: str) -> str:
    """A page's name as a title."""
    return f"{name} · {SITE}" if name else SITE


def shortened(text: str, most: int) -> str:
    """The text in one line of at most `most` characters. A longer text is cut between words."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(",.;:·-–") + "…"
