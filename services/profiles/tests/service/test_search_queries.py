"""Sixty queries as people type them find whom they mean, over the providers of the demo and some more."""

import tomllib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import asyncpg
import orjson
import pytest
from chassis.db import Connection, Database, TextStatement
from contracts.rules.options import CATEGORIES
from demo.people import Provider, providers
from local.databases import asyncpg_url
from profiles.app import DATABASE_SETTINGS
from profiles.listings.store import rebuild_listings
from profiles.search import store
from profiles.search.cursor import After
from profiles.search.filters import Search
from profiles.search.rules import Frequencies
from profiles.search.schemas import SearchRequest
from profiles.search.tokenizer import read
from profiles.search.trade_words import SMALL_WORDS, TRADES
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service

_EXPECTED: Final = tomllib.loads(Path(__file__).with_name("search_queries.toml").read_text(encoding="utf-8"))
_SINCE: Final = datetime(2026, 1, 1, tzinfo=UTC)
Row = dict[str, Any]


def _of_demo(provider: Provider) -> Row:
    return {
        "name": provider.name,
        "category": provider.category,
        "expertise": provider.expertise,
        "country": provider.country,
        "city": provider.city,
        "street": provider.address if provider.street_to == "everybody" else "",
        "skills": list(provider.skills),
        "services": [each.name for each in provider.services],
        "bio": provider.bio,
    }


async def _insert(connection: asyncpg.Connection, person: Row) -> None:
    """Write a provider with services, and a place where it has one."""
    account_id, street = person["name"], person.get("street", "")
    await connection.execute(
        "INSERT INTO account (account_id, name, username, email, verified, revision) "
        "VALUES ($1, $1, $2, $2, true, 1)",
        account_id,
        account_id.replace(" ", "_").lower(),
    )
    await connection.execute(
        "INSERT INTO profile (account_id, completed_at, category, expertise, contact_phone, country, city, "
        "currency, location_address, street_shown_to, delivery_mode, bio, timezone, languages, skills, "
        "policy_perks, avatar, created_at, revision) VALUES ($1, $2, $3, $4, '', $5, $6, 'EUR-DE', $7, $8, "
        "'hybrid', $9, 'UTC', '{english}', $10, '{}', '', $2, 1)",
        account_id,
        _SINCE,
        *(person[name] for name in ("category", "expertise", "country", "city")),
        street,
        "everybody" if street else "booked",
        person["bio"],
        person["skills"],
    )
    for service in person["services"]:
        await connection.execute(
            "INSERT INTO service (service_id, provider_id, name, duration_minutes, cost_minor, currency, "
            "minor_digits, delivery_mode, brief, status, created_at, revision) "
            "VALUES ($1, $2, $3, 30, 3000, 'EUR-DE', 2, 'hybrid', '', 'active', $4, 1)",
            f"{account_id}: {service}",
            account_id,
            service,
            _SINCE,
        )
    if "place" in person:
        await connection.execute(
            "INSERT INTO place (place_id, provider_id, position, name, street, postcode, city, country) "
            "VALUES ($1, $1, 1, '', 'Hidden Street 1', '', $2, $3)",
            account_id,
            person["place"],
            person["country"],
        )


@pytest.fixture
async def tx(new_database: NewDatabase, owner_url: OwnerUrl) -> AsyncIterator[Connection]:
    """The providers of the demo and of the file, listed."""
    url = await new_database("profiles")
    connection = await asyncpg.connect(asyncpg_url(owner_url(url)))
    for person in (*map(_of_demo, providers()), *_EXPECTED["providers"]):
        await _insert(connection, person)
    await connection.close()
    database = Database(url, settings=DATABASE_SETTINGS)
    async with database.writing() as writing:
        await rebuild_listings(writing)
    async with database.reading() as reading:
        yield reading
    await database.close()


async def found_by(tx: Connection, words: str) -> list[str]:
    """The names on the first page, in order."""
    request = SearchRequest(q=words)
    search = Search(request, await read(tx, request.q, "", ""))
    page = await store.find(tx, search, Frequencies(), After(), 20)
    return [provider["name"] for provider in orjson.loads(page.providers)]


async def test_those_who_are_meant_come_first(tx: Connection) -> None:
    ranks: dict[str, float] = {}
    for words, meant in _EXPECTED["queries"].items():
        found = await found_by(tx, words)
        ranks[words] = 1 / (found.index(meant) + 1) if meant in found else 0.0
    assert len(ranks) == 60
    mean = sum(ranks.values()) / len(ranks)
    assert mean >= 0.9, f"{mean}: { ({words: rank for words, rank in ranks.items() if rank < 1}) }"


async def test_words_of_the_trades_are_as_listings_hold_them(tx: Connection) -> None:
    words = {word.removesuffix("*") for trade in TRADES for word in trade.words + trade.asked} | SMALL_WORDS
    plain = TextStatement("SELECT word FROM unnest(CAST(:words AS text[])) word WHERE plain(word) <> word")
    assert [row.word for row in await plain.all(tx, words=sorted(words - {"=m:remote"}))] == []
    assert {category for trade in TRADES for category in trade.categories} <= set(CATEGORIES)
