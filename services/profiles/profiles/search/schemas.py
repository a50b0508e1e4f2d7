"""What is searched for, and what is found."""

from typing import Annotated, Literal

from contracts.rules.checks import OneOf, TextMax
from contracts.rules.numbers import PlainDecimal
from contracts.rules.options import CATEGORIES, DELIVERY_MODES, LANGUAGES
from contracts.rules.text import Text
from pydantic import BaseModel, Field

from profiles.profile.schemas import Away
from profiles.services.schemas import ListedService
from profiles.summaries.schemas import ListedAccount

Sort = Literal["relevance", "rating", "price", "newest"]
Words = Annotated[str, Text(TextMax(100))]
Place = Annotated[str, Text(TextMax(60))]


class SearchRequest(BaseModel, frozen=True):
    """The query of `search` (api.md 3); what is empty does not narrow.

    `country` is an ISO code, alone or as in 'Peru-PE'. `max_cost` is in whole units of each service's own
    currency. `delivery_mode` remote and in-person are also met by hybrid.
    """

    q: Words = ""
    category: Annotated[str, Text(OneOf(CATEGORIES))] = ""
    country: Place = ""
    city: Place = ""
    delivery_mode: Annotated[str, Text(OneOf(DELIVERY_MODES))] = ""
    language: Annotated[str, Text(OneOf(LANGUAGES))] = ""
    max_cost: Annotated[float | None, PlainDecimal] = Field(default=None, ge=0, le=1e15, allow_inf_nan=False)
    min_rating: Annotated[float | None, PlainDecimal] = Field(default=None, ge=0, le=5, allow_inf_nan=False)
    sort: Sort = "relevance"


class FoundProvider(ListedAccount, Away):
    """A provider that was found; `cheapest` is the lowest price, in whole units of `currency`.

    Without services that name a price it is null. Without services `currency` is the provider's own.
    `trusted_by` counts who trusts them.
    """

    provider_id: str
    cheapest: float | None
    trusted_by: int


class FacetValue(BaseModel):
    """A value that narrows the search further, and how many of those found have it."""

    value: str
    count: int


class Facets(BaseModel):
    """How those found divide, commonest first; `min_rating` counts who has at least so many stars.

    `counted` were looked at. When they are not all (`complete` false), each count says 'at least'.
    """

    complete: bool
    counted: int
    category: list[FacetValue]
    country: list[FacetValue]
    city: list[FacetValue]
    delivery_mode: list[FacetValue]
    language: list[FacetValue]
    min_rating: list[FacetValue]


class SearchResults(BaseModel):
    """A page of providers in order, and services of theirs that fit, up to three of each.

    `facets` come with the first page only. `corrected` holds the words that were searched for instead of a
    typing error. `fewer_words`: nobody has all of the words, these have most of them.
    """

    providers: list[FoundProvider]
    services: list[ListedService]
    facets: Facets | None
    corrected: str | None
    fewer_words: bool
    next_cursor: str | None
