"""Every memory that can hold what people wrote, or their names, is one that forgets by the clock."""

import pkgutil
from functools import _lru_cache_wrapper
from importlib import import_module
from typing import Any, Final

import pytest
from chassis import remembered
from ci.openapi import SERVICES

OF_NOBODY: Final = {
    "booking.serialization.instant_text",
    "booking.zones.steady_offset",
    "chassis.hot_sql.enter_events",
    "chassis.hot_sql.insert_events",
    "chassis.hot_sql.settle_events",
    "chassis.http.translation._negotiated",
    "chassis.media.share_cards.lettering._font",
    "chassis.media.share_cards.lettering._has",
    "chassis.media.share_cards.lettering._missing_sign",
    "notifications.order_news.hot_sql.tell",
    "notifications.order_news.store.find_sides",
    "notifications.templates.formatting.format_money",
    "notifications.templates.formatting.format_span",
    "notifications.templates.mails._pieces",
    "notifications.templates.translations._names_in",
    "notifications.templates.translations._plural_category",
    "profiles.search.facets._of_all",
}
"""Moments, amounts, zones, languages, layouts, fonts, single characters and statements."""


@pytest.mark.parametrize("package", ["chassis", *SERVICES])
def test_what_is_remembered_of_people_is_forgotten(package: str) -> None:
    found = {name for name, memory in memories_of(package).items() if memory not in remembered._MEMORIES}
    assert found == {name for name in OF_NOBODY if name.startswith(f"{package}.")}


def memories_of(package: str) -> dict[str, "_lru_cache_wrapper[Any]"]:
    """The functions of a package that remember a limited number of results."""
    modules = [
        import_module(each.name)
        for each in pkgutil.walk_packages(import_module(package).__path__, f"{package}.")
        if not each.name.endswith("__main__")
    ]
    return {
        f"{value.__module__}.{value.__name__}": value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper)
        and value.__module__ == module.__name__
        and value.cache_info().maxsize is not None
    }
