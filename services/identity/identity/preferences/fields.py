"""Favourites as request fields."""

from typing import Annotated, Final

from contracts.rules.checks import LengthRange, OneOf, Required
from contracts.rules.lists import DistinctEntries, EntryCount, JsonList
from contracts.rules.options import CATEGORIES
from contracts.rules.text import Text
from pydantic import AfterValidator

ALL: Final = "all"


def _all_or_some(entries: list[str]) -> list[str]:
    return [ALL] if not entries or ALL in entries else entries


FavouriteCategories = Annotated[
    JsonList[Annotated[str, Text(Required(), OneOf((ALL, *CATEGORIES)))]],
    DistinctEntries,
    EntryCount(0, len(CATEGORIES) + 1),
    AfterValidator(_all_or_some),
]
"""Some of the 17 categories; 'all' among them, or none at all, means ['all']."""
FavouriteServices = Annotated[
    JsonList[Annotated[str, Text(Required(), LengthRange(1, 150))]],
    DistinctEntries,
    EntryCount(0, 50),
    AfterValidator(_all_or_some),
]
"""Up to 50 services by name; 'all' among them, or none at all, means ['all']."""
