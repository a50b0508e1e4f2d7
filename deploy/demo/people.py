"""The people of the demo, read from `content/`: forty providers, their clients, and one of the staff."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

PASSWORD: Final = "open hours for all"  # noqa: S105  printed by `make run`; the demo has no secrets
CONTENT: Final = Path(__file__).parent / "content"
WELCOMED: Final = ("mara", "jose", "amina", "tom", "leila", "kenji")
"""The providers whom the welcome names: who looks at the demo signs in as one of them."""


class Offer(NamedTuple):
    """A service: its minutes, its price in whole units of the provider's currency (0: free), its mode."""

    name: str
    minutes: int
    cost: int
    mode: str
    brief: str


class OtherHours(BaseModel):
    """What is different on one weekday; None is as on the others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    open: str | None = None
    close: str | None = None
    minutes: int | None = None


class WeeklyHours(BaseModel):
    """The hours of a week: slots of `minutes` from `open` to `close`, the named `slots` of a day, or flexible
    hours."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    open: str = "09:00"
    close: str = "17:00"
    minutes: int = 30
    buffer: int = 0
    pauses: tuple[tuple[str, str], ...] = ()
    slots: tuple[tuple[str, str, str], ...] = ()
    """Name, start and end of each."""
    step: int = 0
    """Minutes between the starts of flexible hours; 0: no flexible hours."""
    closed: tuple[str, ...] = ()
    days: dict[str, OtherHours] = {}
    away: tuple[tuple[int, int, str], ...] = ()
    """Days off: the first and the last, counted from today, and the provider's own note."""
    notice: int = 0
    """Minutes."""
    horizon: int = 0
    """Days."""


class Provider(BaseModel):
    """A provider of the demo. `since` is days ago, `love` the stars that clients mostly give."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    mail: str
    username: str
    category: str
    expertise: str
    phone: str
    place: str
    """'Germany-DE / Berlin'."""
    zone: str
    currency: str
    address: str
    mode: str
    bio: str
    languages: tuple[str, ...]
    skills: tuple[str, ...]
    perks: tuple[str, ...]
    services: tuple[Offer, ...]
    archived: tuple[Offer, ...] = ()
    hours: WeeklyHours
    methods: tuple[str, ...]
    note: str
    phone_to: str = "booked"
    street_to: str = "booked"
    """Who is shown phone and street: everybody, those who have booked, or nobody."""
    verified: bool = False
    since: int
    love: int

    @property
    def email(self) -> str:
        """The address with which it signs in."""
        return email_of(self.mail)

    @property
    def country(self) -> str:
        """'Germany-DE'."""
        return self.place.partition(" / ")[0]

    @property
    def city(self) -> str:
        """The region, as the list of regions has it."""
        return self.place.partition(" / ")[2]

    @property
    def priced_in(self) -> str:
        """'EUR-DE'."""
        return f"{self.currency}-{self.country.rpartition('-')[2]}"


class Client(NamedTuple):
    """A client of the demo."""

    name: str
    zone: str
    language: str

    @property
    def mail(self) -> str:
        """The part of the address before the sign; a first name is one person's only."""
        return self.name.partition(" ")[0].lower().replace("é", "e")

    @property
    def email(self) -> str:
        """The address with which they sign in."""
        return email_of(self.mail)


STAFF: Final = Client("Ada Byrne", "Europe/Dublin", "english")
STAFF_EMAIL: Final = "staff@demo.example"


def email_of(mail: str) -> str:
    """The mail address of somebody of the demo."""
    return f"{mail}@demo.example"


def content(name: str) -> dict[str, Any]:
    """What a file of `content/` says."""
    return tomllib.loads((CONTENT / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def providers() -> tuple[Provider, ...]:
    """Everybody who offers services; those first whom the welcome names."""
    found = {
        each["mail"]: Provider.model_validate(each)
        for path in sorted(CONTENT.glob("providers-*.toml"))
        for each in content(path.stem)["provider"]
    }
    first = [found[mail] for mail in WELCOMED]
    return (*first, *(each for each in found.values() if each not in first))


@cache
def clients() -> tuple[Client, ...]:
    """Everybody who books; those first whom the welcome names."""
    return tuple(Client(*each) for each in content("clients")["clients"])
