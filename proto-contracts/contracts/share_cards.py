"""Share cards, the pictures that stand beside a shared link: their addresses, and how a rating is written on
them (product.md 2.8).

An address ends in a digest of what the card shows, so a changed card has another address and may be kept for
ever. The services draw a card from the very answers that a guest gets; whoever holds such an answer knows the
address.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

PROVIDER_CARDS: Final = "/media/provider_cards"
POST_CARDS: Final = "/media/post_cards"
LAYOUT: Final = 1
"""The version of the drawing; a new one gives every card another address."""

_OF_PROVIDER: Final = ("name", "username", "expertise", "city", "country", "avatar")
_OF_RATING: Final = ("rating", "reviews")
_OF_POST: Final = (
    "name",
    "proxy_owner_name",
    "expertise",
    "post_brief",
    "media_name",
    "rating_all_avg",
    "rating_client_size",
)


def provider_card_path(account_data: Mapping[str, Any], rating_summary: Mapping[str, Any]) -> str:
    """The address of a provider's card, by the parts of a get_provider_profile answer."""
    shown = [account_data[name] for name in _OF_PROVIDER] + [rating_summary[name] for name in _OF_RATING]
    return f"{PROVIDER_CARDS}/{account_data['owner_id']}/{_digest(shown)}.jpg"


def post_card_path(post: Mapping[str, Any]) -> str:
    """The address of a post's card, by a get_feed_post answer."""
    return f"{POST_CARDS}/{post['post_id']}/{_digest([post[name] for name in _OF_POST])}.jpg"


def starred(rating: float, reviews: int) -> str:
    """A rating as a card writes it behind a star: `4.8 (12)`; '' without reviews."""
    return f"{rating:.1f} ({reviews})" if reviews else ""


def _digest(shown: list[object]) -> str:
    """Sixteen hexadecimal digits. Numbers count as written with two decimals: 4.5 and 4.50 are one rating."""
    written = [f"{each:.2f}" if isinstance(each, int | float) else str(each) for each in shown]
    return hashlib.sha256("\x1f".join([str(LAYOUT), *written]).encode()).hexdigest()[:16]
