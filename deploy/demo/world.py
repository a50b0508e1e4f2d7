"""Everybody of the demo with an account, at one moment."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from contracts.languages import BY_TAG, DEFAULT, TAGS, Language

from demo.moments import dice_of, id_at
from demo.people import STAFF, STAFF_EMAIL, Client, Provider, clients, email_of, providers
from demo.pictures import avatar_path


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the demo."""

    id: str
    name: str
    email: str
    username: str | None
    created_at: datetime
    zone: str
    language: Language
    provider: Provider | None = None
    staff: bool = False

    @property
    def avatar(self) -> str:
        """The media path of the portrait; the staff show none."""
        return "" if self.staff else avatar_path(self.id)

    @property
    def profile_revision(self) -> int:
        """How often the profile has changed: a provider's was introduced in steps."""
        return 3 if self.provider else 1


class World:
    """The accounts of the demo, seen from `now`. The same moment makes the same world."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.hosts = [self._host(each) for each in providers()]
        self.guests = [self._client(each) for each in clients()]
        self.staff = Account(
            id=id_at(now - STAFF_AGE, STAFF_EMAIL),
            name=STAFF.name,
            email=STAFF_EMAIL,
            username=None,
            created_at=now - STAFF_AGE,
            zone=STAFF.zone,
            language="english",
            staff=True,
        )

    @property
    def everybody(self) -> list[Account]:
        """All accounts."""
        return [*self.hosts, *self.guests, self.staff]

    @cached_property
    def by_email(self) -> dict[str, Account]:
        """The accounts by their addresses."""
        return {each.email: each for each in self.everybody}

    @cached_property
    def by_username(self) -> dict[str, Account]:
        """The providers by their usernames."""
        return {each.username: each for each in self.hosts if each.username}

    def find(self, word: str) -> Account:
        """The account with this username, or with this part of its address. Raises KeyError."""
        return self.by_username.get(word) or self.by_email[email_of(word)]

    def _host(self, provider: Provider) -> Account:
        since = self.now - age_of(provider)
        return Account(
            id=id_at(since, provider.email),
            name=provider.name,
            email=provider.email,
            username=provider.username,
            created_at=since,
            zone=provider.zone,
            language=_language(provider.languages[0]) if provider.mail in AT_HOME else "english",
            provider=provider,
        )

    def _client(self, client: Client) -> Account:
        since = self.now - age_of(client)
        return Account(
            id=id_at(since, client.email),
            name=client.name,
            email=client.email,
            username=None,
            created_at=since,
            zone=client.zone,
            language=_language(client.language),
        )


STAFF_AGE = timedelta(days=900)
AT_HOME = frozenset({"camille", "nour", "valentina", "fatou"})
"""The providers who read mails and alerts in the first of their languages."""


def age_of(person: Provider | Client) -> timedelta:
    """How long the person has had the account."""
    if isinstance(person, Provider):
        return timedelta(days=person.since, minutes=dice_of("age", person.mail).randint(0, 900))
    return timedelta(days=dice_of("age", person.mail).randint(95, 420), minutes=17)


def _language(name: str) -> Language:
    return BY_TAG.get(TAGS.get(name, ""), DEFAULT)
