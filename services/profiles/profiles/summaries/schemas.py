"""What a card shows."""

from typing import Literal

from pydantic import BaseModel


class ListedAccount(BaseModel):
    """An account in a list; ratings and verification are named as in a feed post (product.md 3.6)."""

    owner_id: str
    name: str
    username: str
    avatar: str
    expertise: str
    category: str
    city: str
    country: str
    currency: str
    delivery_mode: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    manual_verification: Literal["unverified", "verified"]
    rating_all_avg: float
    rating_client_size: int
