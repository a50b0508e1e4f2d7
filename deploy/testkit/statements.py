"""Finds every statement of a service, and prepares it against the migrated database."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import asyncpg
from chassis.db import Statement, TextStatement
from chassis.resealing import SealedRows
from chassis.sitemap import SitemapPages
from local.databases import connected


def statements_of(package: str) -> dict[str, Any]:
    """All statements of a package by `module.name.index`, also those in tuples, dictionaries, sitemaps
    and sealed rows."""
    root = importlib.import_module(package)
    found: dict[str, Any] = {}
    for module in _modules(root):
        for name, value in vars(module).items():
            for index, each in enumerate(_entries_of(value)):
                if isinstance(each, Statement | TextStatement) and getattr(each, "text", ""):
                    found.setdefault(f"{module.__name__}.{name}.{index}", each)
    return found


def _modules(root: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def _entries_of(value: object) -> list[object]:
    if isinstance(value, SitemapPages):
        return list(vars(value).values())
    if isinstance(value, SealedRows):
        return [value.page, value.write]
    if isinstance(value, tuple | list):
        return list(value)
    return list(value.values()) if isinstance(value, dict) else [value]


async def unfit_statements(package: str, database_url: str) -> list[str]:
    """The statements that PostgreSQL refuses to prepare, or whose columns are not the fields of their row."""
    unfit: list[str] = []
    async with connected(database_url) as connection:
        for name, statement in statements_of(package).items():
            try:
                prepared = await connection.prepare(statement.text)
                columns = tuple(each.name for each in prepared.get_attributes())
                if columns:
                    statement.check_columns(columns)
            except (asyncpg.PostgresError, TypeError) as error:
                unfit.append(f"{name}: {error}")
    return unfit
