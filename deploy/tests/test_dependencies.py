"""No FastAPI dependency runs in a thread."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from local.databases import SERVICES


def routes(package: str) -> Iterator[APIRoute]:
    """The routes of all routers of a service."""
    folder = import_module(package).__path__
    names = [module.name for module in pkgutil.walk_packages(folder, f"{package}.")]
    for name in names:
        if name.endswith("__main__"):
            continue
        for value in vars(import_module(name)).values():
            if isinstance(value, APIRouter):
                yield from (route for route in value.routes if isinstance(route, APIRoute))


def needs(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    """Every function that FastAPI calls before the route's function."""
    for each in dependant.dependencies:
        if each.call is not None:
            yield each.call
        yield from needs(each)


@pytest.mark.parametrize("service", SERVICES)
def test_no_dependency_is_sent_into_a_thread(service: str) -> None:
    """FastAPI runs a plain function in a thread, which takes longer than a query."""
    found = {
        call.__qualname__
        for route in routes(service)
        for call in needs(route.dependant)
        if not (inspect.iscoroutinefunction(call) or inspect.isasyncgenfunction(call))
    }
    assert found == set()
