"""What is searched for, and what is found."""

from typing import Annotated, Literal

from contracts.rules.checks import OneOf, TextMax
from contracts.rules.options import CATEGORIES, DELIVERY_MODES, LANGUAGES
from contracts.rules.text import Text
from pydantic import BaseModel, Field

from profiles.cards.schemas import Card
from profiles.services.schemas import ServiceData

Sort = Literal["relevance", "rating", "price", "newest"]
Words = Annotated[str, Text(TextMax(100))]
Place = Annotated[str, Text(TextMax(60))]


class Wanted(BaseModel):
    """The query of `search` (api.md section 3); what is empty does not narrow.

    `country` is an ISO code, alone or as in 'Peru-PE'. `max_cost` is in whole units of each service's own
    currency. `delivery_mode` remote and in-person are also met by hybrid.
    """

    q: Words = ""
    category: Annotated[str, Text(OneOf(CATEGORIES))] = ""
    country: Place = ""
    city: Place = ""
    delivery_mode: Annotated[str, Text(OneOf(DELIVERY_MODES))] = ""
    language: Annotated[str, Text(OneOf(LANGUAGES))] = ""
    max_cost: float | None = Field(default=None, ge=0, le=1e15, allow_inf_nan=False)
    min_rating: float | None = Field(default=None, ge=0, le=5, allow_inf_nan=False)
    sort: Sort = "relevance"


class FoundProvider(Card):
    """A provider that was found; `cheapest` is the lowest price in whole units, null without services."""

    provider_id: str
    cheapest: float | None


class Found(BaseModel):
    """A page of providers in order, and services of theirs that fit, up to three of each."""

    providers: list[FoundProvider]
    services: list[ServiceData]
    next_cursor: str | None
