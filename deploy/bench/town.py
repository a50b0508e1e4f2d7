"""A town of providers for the search: as uneven as in life, the same in every run."""

import random
from datetime import UTC, datetime, timedelta
from typing import Final

import asyncpg
from chassis.db import Database
from contracts.rules.options import CATEGORIES, LANGUAGES
from embedded.databases import plain
from profiles.search.listings import rebuild_listings

_CONSONANTS, _VOWELS = "bdfghjklmnprstvwyz", "aeio"
_SYLLABLES: Final = (
    *(consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS),
    "bran", "clar", "dorf", "gren", "holm", "kast", "lund", "mark", "nord", "penn",
)  # fmt: skip
_PLACES: Final = ("Spain-ES", "Germany-DE", "France-FR", "Peru-PE", "Kenya-KE", "Egypt-EG", "India-IN")
_PRICES: Final = (0, 1_500, 3_000, 4_500, 8_000, 12_000)
"""In minor units."""
_MODES: Final = ("in-person", "remote", "hybrid")
_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)

COLUMNS: Final = {
    "account": "account_id name username email verified revision",
    "profile": (
        "account_id completed_at category expertise contact_phone country city currency location_address "
        "delivery_mode bio timezone languages skills policy_perks avatar manually_verified created_at "
        "revision"
    ),
    "service": (
        "service_id provider_id name duration_minutes cost_minor currency minor_digits delivery_mode brief "
        "status created_at revision"
    ),
    "rating_summary": "provider_id average reviews revision",
}
Row = tuple[object, ...]


class Vocabulary:
    """So many invented words; the first ones are said often, the last ones hardly ever (Zipf)."""

    def __init__(self, dice: random.Random, size: int) -> None:
        self._dice = dice
        known = dict.fromkeys(
            "".join(dice.choices(_SYLLABLES, k=dice.randint(2, 4))) for _ in range(size * 2)
        )
        self.words = list(known)[:size]
        self._weights = [1 / (rank + 3) for rank in range(len(self.words))]

    def say(self, count: int) -> list[str]:
        """Some words."""
        return self._dice.choices(self.words, self._weights, k=count)


class Town:
    """Providers, three services each."""

    def __init__(self, size: int) -> None:
        self._dice = random.Random(7)
        self.size = size
        self.trades = Vocabulary(self._dice, 150)
        self.skills = Vocabulary(self._dice, 2_000)
        self.talk = Vocabulary(self._dice, 8_000)
        self.names = Vocabulary(self._dice, 6_000)
        self.cities = Vocabulary(self._dice, 400)

    async def settle(self, url: str) -> None:
        """Fill an empty, migrated database of profiles."""
        connection = await asyncpg.connect(plain(url))
        people = [self._person(number) for number in range(self.size)]
        for table, columns in COLUMNS.items():
            rows = [row for person in people for row in person[table]]
            await connection.copy_records_to_table(table, records=rows, columns=columns.split())
        database = Database(url)
        async with database.writing() as tx:
            await rebuild_listings(tx)
        await database.close()
        await connection.execute("VACUUM ANALYZE")
        await connection.close()

    def _person(self, number: int) -> dict[str, list[Row]]:
        """The rows of one provider, by table."""
        dice = self._dice
        account_id = f"provider-{number:07}"
        place, mode = dice.choice(_PLACES), dice.choice(_MODES)
        currency, since = f"EUR-{place[-2:]}", _BEGAN + timedelta(minutes=number)
        profile: Row = (
            account_id, since, dice.choice(CATEGORIES), " ".join(self.trades.say(2)), "49301234567", place,
            self.cities.say(1)[0].title(), currency, "Street 1", mode, " ".join(self.talk.say(40)), "UTC",
            dice.sample(LANGUAGES, dice.randint(1, 2)), self.skills.say(5), [], "", dice.random() < 0.1,
            since, 1,
        )  # fmt: skip
        services: list[Row] = [
            (
                f"service-{number:07}-{each}", account_id, " ".join(self.skills.say(2)), 30,
                dice.choice(_PRICES), currency, 2, mode, "", "active", since, 1,
            )
            for each in range(3)
        ]  # fmt: skip
        name = " ".join(self.names.say(2)).title()
        return {
            "account": [(account_id, name, f"user_{number}", f"{number}@example.com", True, 1)],
            "profile": [profile],
            "service": services,
            "rating_summary": [
                (account_id, round(dice.uniform(2.5, 5), 2), int(dice.paretovariate(0.8)) % 500, 1)
            ],
        }
