"""The bookings of the demo: from two months ago to a month ahead, in every status around today.

Each takes free slots that its provider offers, and obeys the rules that the calls would have applied.
"""

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from booking.hours.rules import hours_for
from booking.orders.order import BookedSession, Order, OrderedService, Party, Proposal
from booking.orders.rules import Mode, Status
from booking.slots.rules import Slot, slots_between
from booking.zones import seconds
from contracts.reference import minor_units
from contracts.zones import zone_named

from demo.hours import booked_hours_of
from demo.moments import dice_of, id_at
from demo.people import Offer, email_of
from demo.words import COURSES, KEEN, Words
from demo.world import Account, World

PAST: Final = timedelta(days=62)
COMING: Final = timedelta(days=30)
LONG_AGO: Final = timedelta(days=100)
SOON: Final = timedelta(hours=3)
"""Requests for a time that is nearer are left out: they would lapse while somebody looks at the demo."""
TRIES: Final = 40
"""How often a place in a calendar is looked for."""
COURSE_DAYS: Final = (-12, -5, 2, 9)
"""When the sessions of an order of several are, in days from now."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What a client said of an order."""

    stars: int
    feedback: str
    trusted: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Booking:
    """An order, when its last step was taken, and its rating."""

    order: Order
    answered_at: datetime
    rating: Rating | None = None
    by: str = ""
    """Who cancelled or rejected it."""
    done: int = 0
    """The number of sessions that are over while later ones are still to come."""


@dataclass(slots=True)
class Calendar:
    """A provider's slots that nobody has taken, in order."""

    free: list[Slot]
    pause: int
    """Seconds between two slots that follow each other."""

    def fitting(self, first: int, minutes: int) -> tuple[BookedSession, ...]:
        """Free slots that follow each other from the `first`-th on; () where they do not last `minutes`."""
        chosen: list[Slot] = []
        for slot in self.free[first:]:
            if chosen and slot.instant != chosen[-1].instant + chosen[-1].minutes * 60 + self.pause:
                return ()
            chosen.append(slot)
            if sum(each.minutes for each in chosen) >= minutes:
                return tuple(BookedSession(each.slot_id, each.alias, each.start, each.end) for each in chosen)
        return ()

    def first_fitting(self, since: datetime, minutes: int) -> tuple[int, tuple[BookedSession, ...]]:
        """The first free slots after `since` that last `minutes`, and the place of the first one; () where
        none do: the last slot of a day may be too short.
        """
        for first in range(_first_after(self.free, since), len(self.free)):
            if sessions := self.fitting(first, minutes):
                return first, sessions
        return len(self.free), ()


def service_id(host: Account, offer: Offer) -> str:
    """The id of a provider's service."""
    return id_at(host.created_at + timedelta(days=1), host.email, offer.name)


def party_of(account: Account) -> Party:
    """One side of an order."""
    return Party(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username or "",
        avatar=account.avatar,
        onboarded=account.provider is not None,
    )


def bookings_of(world: World, words: Words) -> list[Booking]:
    """All bookings, the oldest order first."""
    busy: dict[str, list[tuple[datetime, datetime]]] = {}
    made: list[Booking] = []
    for host in world.hosts:
        made += Diary(world, words, host, busy).booked()
    return sorted(made, key=lambda each: each.order.order_id)


class Diary:
    """Books the sessions of one provider."""

    def __init__(
        self, world: World, words: Words, host: Account, busy: dict[str, list[tuple[datetime, datetime]]]
    ) -> None:
        assert host.provider is not None
        self.world, self.words, self.host, self.provider = world, words, host, host.provider
        self.dice: random.Random = dice_of("diary", host.email)
        self.busy = busy
        """When clients have appointments, with whomever."""
        hours = hours_for(booked_hours_of(self.provider, local_day(world.now, host.zone)), "provider")
        free = slots_between(hours, [], world.now - PAST, world.now + COMING, world.now - LONG_AGO)
        self.calendar = Calendar(free, self.provider.hours.buffer * 60)
        self.offers = [each for each in self.provider.services if each.minutes <= _longest_run(free)]
        self.regulars = [world.find(each) for each in words.company.get(self.provider.username, ())]
        self.strangers = self.dice.sample(world.guests, 26)
        self.stars = self.dice.choices((5, 4, 3, 2), _WEIGHTS[self.provider.love], k=80)

    def booked(self) -> list[Booking]:
        """All bookings of the provider."""
        made = [*self._specials(), *self._course()]
        for client in self.regulars:
            made += self._tried("completed", client)
        for _ in range(min(32, 6 + self.provider.since // 18)):
            made += self._tried(self.dice.choices(_PAST, _PAST_WEIGHTS)[0], None)
        for _ in range(self.dice.randint(5, 11)):
            made += self._tried(self.dice.choices(_COMING, _COMING_WEIGHTS)[0], None, coming=True)
        return made

    def _specials(self) -> list[Booking]:
        """What the welcomed clients have booked, and what makes a provider's screens alive today."""
        made: list[Booking] = []
        for special in self.words.specials(self.provider.username):
            client = self.world.find(special.client)
            for further in range(TRIES):
                place = special.place + (further if special.place >= 0 else -further)
                at = self._place(place)
                booked = self._made(at, special.status, client, special.proposed_by) if at is not None else []
                made += booked
                if booked:
                    break
        return made

    def _course(self) -> list[Booking]:
        """An order of two services whose sessions lie some days apart: half of them are over."""
        username = self.provider.username
        if username not in COURSES:
            return []
        now, client, free = self.world.now, self.world.find(COURSES[username]), self.calendar.free
        alike = [each for each in self.offers if each.mode in {self.offers[1].mode, "hybrid"}]
        chosen = sorted(alike[:2], key=lambda each: each.mode == "hybrid")
        minutes = sum(each.minutes for each in chosen)
        sessions: list[BookedSession] = []
        for day in COURSE_DAYS:
            at, taken = self.calendar.first_fitting(now + timedelta(days=day), minutes // len(COURSE_DAYS))
            del free[at : at + len(taken)]
            sessions += taken
        placed = sessions[0].starts_at - timedelta(days=4)
        order = self._order(client, chosen, sessions, "accepted", placed)
        self.busy.setdefault(client.id, []).extend((each.starts_at, each.ends_at) for each in sessions)
        over = [each for each in sessions if each.ends_at <= now]
        return [Booking(order, placed + timedelta(hours=5), done=len(over))]

    def _place(self, place: int) -> int | None:
        """The free slot `place` slots from now: negative ones have begun; None without such a slot."""
        slots = self.calendar.free
        since = self.world.now if place < 0 else self.world.now + SOON
        first = _first_after(slots, since)
        return first + place if 0 <= first + place < len(slots) else None

    def _tried(self, status: Status, client: Account | None, *, coming: bool = False) -> list[Booking]:
        """One booking at some time in the past, or to come (the next days are the busiest)."""
        for _ in range(TRIES):
            if coming:
                first = self._place(0) or 0
                last = len(self.calendar.free) - 1
                at = (
                    min(self.dice.randint(first, last), self.dice.randint(first, last))
                    if first < last
                    else last
                )
            else:
                at = self.dice.randint(0, max(0, self._place(-1) or 0))
            made = self._made(at, status, client)
            if made:
                return made
        return []

    def _made(
        self, first: int, status: Status, client: Account | None, proposed_by: str = ""
    ) -> list[Booking]:
        """One booking from the `first`-th free slot on; none where no service fits."""
        now = self.world.now
        for offer in self.dice.sample(self.offers, len(self.offers)):
            sessions = self.calendar.fitting(first, offer.minutes)
            if not sessions:
                continue
            start, end = sessions[0].starts_at, sessions[-1].ends_at
            if status == "completed" and end > now:
                continue
            known = client or self._client_at(start, end)
            if known is None or not self._is_free(known, start, end):
                continue
            del self.calendar.free[first : first + len(sessions)]
            self.busy.setdefault(known.id, []).append((start, end))
            return [self._booking(known, offer, sessions, status, proposed_by)]
        return []

    def _client_at(self, start: datetime, end: datetime) -> Account | None:
        """Somebody who has no other appointment then."""
        pool = [*self.strangers[: self.dice.randint(6, len(self.strangers))], *self.regulars]
        for client in self.dice.sample(pool, len(pool)):
            if self._is_free(client, start, end):
                return client
        return None

    def _is_free(self, client: Account, start: datetime, end: datetime) -> bool:
        return all(end <= begin or stop <= start for begin, stop in self.busy.get(client.id, ()))

    def _booking(
        self,
        client: Account,
        offer: Offer,
        sessions: Sequence[BookedSession],
        status: Status,
        proposed_by: str,
    ) -> Booking:
        dice, until = self.dice, min(sessions[0].starts_at, self.world.now)
        created = until - timedelta(minutes=dice.randint(90, 9 * 1440))
        answered = created + (until - created) * dice.uniform(0.05, 0.6)
        by = dice.choice(("client", "provider")) if status == "cancelled" else "provider"
        order = replace(
            self._order(client, [offer], sessions, status, created), note=self.words.note(status, by, dice)
        )
        if status == "completed":
            return self._rated(order, sessions[-1].ends_at)
        if proposed_by:
            order = self._proposed(order, "client" if proposed_by == "client" else "provider")
        return Booking(order, answered, by=by)

    def _order(
        self,
        client: Account,
        offers: Sequence[Offer],
        sessions: Sequence[BookedSession],
        status: Status,
        created: datetime,
    ) -> Order:
        mode = self._mode(offers[0])
        called_off = status == "cancelled" and self.dice.random() < 0.6
        accepted = called_off or status in {"accepted", "ongoing", "completed"}
        currency = self.provider.priced_in
        chosen = [self._ordered(each) for each in offers]
        start = sessions[0].starts_at
        return Order(
            order_id=id_at(created, self.host.email, client.email, start),
            provider_id=self.host.id,
            provider=party_of(self.host),
            client=party_of(client),
            guest_id="",
            status=status,
            services=tuple(chosen),
            sessions=tuple(sessions),
            delivery_mode=mode,
            delivery_location=self._location(mode, accepted, start),
            total_minutes=sum(each.minutes for each in chosen),
            total_minor=sum(each.cost_minor for each in chosen),
            currency=currency,
            brief=self.words.request(client.language, self.dice),
            note="",
            provider_timezone=self.host.zone,
            client_timezone=client.zone,
            created_at=created,
            revision=1 + _STEPS[status] + called_off,
            client_language=client.language,
            calendar_sequence=int(called_off) if accepted else -1,
        )

    def _ordered(self, offer: Offer) -> OrderedService:
        cost = minor_units(offer.cost, self.provider.priced_in)
        return OrderedService(service_id(self.host, offer), offer.name, offer.minutes, cost, offer.brief)

    def _mode(self, offer: Offer) -> Mode:
        if offer.mode == "hybrid":
            return "remote" if self.dice.random() < 0.4 else "in-person"
        return "remote" if offer.mode == "remote" else "in-person"

    def _location(self, mode: Mode, accepted: bool, start: datetime) -> str:
        if mode == "in-person":
            return self.provider.address
        return f"https://meet.demo.example/{self.provider.username}-{start:%d%H%M}" if accepted else ""

    def _rated(self, order: Order, ended: datetime) -> Booking:
        """A completed order; most are rated within two days, and some providers have asked for it."""
        dice, now = self.dice, self.world.now
        done = ended + timedelta(minutes=dice.randint(1, 20))
        given = done + timedelta(minutes=dice.randint(30, 2600))
        if done > now:
            done = now - timedelta(minutes=1)
        silent = dice.random() > 0.72 or not self.stars
        if order.client.email == email_of(KEEN):
            silent, given = False, min(given, now - timedelta(minutes=2))
        if silent or given > now:
            asked = done + timedelta(hours=20)
            if dice.random() < 0.3 and asked < now:
                order = replace(order, rating_requested_at=asked, revision=order.revision + 1)
            return Booking(order, done)
        stars = self.stars.pop()
        feedback = self.words.review(
            self.provider.username, self.provider.category, order.client_language, stars
        )
        rated = replace(order, stars=stars, review=feedback, revision=order.revision + 1)
        return Booking(rated, done, Rating(stars, feedback, stars >= 4 and dice.random() < 0.7, given))

    def _proposed(self, order: Order, by: str) -> Order:
        """The order with another time proposed for it: the next free slots after a day."""
        later = order.starts_at + timedelta(days=1)
        first, sessions = self.calendar.first_fitting(later, order.total_minutes)
        if not sessions:
            return order
        del self.calendar.free[first : first + len(sessions)]
        proposal = Proposal("client" if by == "client" else "provider", sessions, self.words.proposed)
        return replace(order, proposal=proposal, times_proposed=1, revision=order.revision + 1)


_STEPS: Final[dict[Status, int]] = {
    "pending": 0, "accepted": 1, "rejected": 1, "cancelled": 1, "ongoing": 2, "completed": 3,
}  # fmt: skip
_PAST: Final[tuple[Status, ...]] = ("completed", "cancelled", "rejected")
_PAST_WEIGHTS: Final = (82, 11, 7)
_COMING: Final[tuple[Status, ...]] = ("accepted", "pending", "cancelled", "rejected")
_COMING_WEIGHTS: Final = (60, 28, 7, 5)
_WEIGHTS: Final = {5: (80, 15, 4, 1), 4: (58, 30, 9, 3)}
"""How often clients give five, four, three or two stars."""


def _first_after(slots: Sequence[Slot], moment: datetime) -> int:
    """The place of the first slot that starts after `moment`."""
    return bisect_right(slots, seconds(moment), key=lambda slot: slot.instant)


def _longest_run(slots: Sequence[Slot]) -> int:
    """The minutes of the longest time that one can book at once."""
    together: dict[int, int] = {}
    for slot in slots:
        together[slot.run] = together.get(slot.run, 0) + slot.minutes
    return max(together.values(), default=0)


def local_day(now: datetime, zone: str) -> date:
    """The day that the clocks of a zone show."""
    return now.astimezone(zone_named(zone)).date()
