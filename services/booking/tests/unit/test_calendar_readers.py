"""Calendar files follow RFC 5545 and RFC 5546, and two independent readers understand them alike."""

import base64
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from booking.calendar.subscription_feed import feed_of, published_file
from booking.orders.ics import calendar_file
from booking.orders.order import BookedSession, Order, OrderedService, Party, transitioned
from booking.orders.publishing import calendar_for
from booking.orders.rules import Status, Step

from services.booking.tests.unit.calendar_readers import Said, by_ical_js, by_icalendar

NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
START = datetime(2027, 2, 27, 23, 30, tzinfo=UTC)
NAMES = [
    "Ana Client",
    'Zoë "Zed" O\'Brien; Łódź, Ltd.',
    "back\\slash \\n and \\, and ^n^'",
    "Дмитрий 王小明 👩🏽‍⚕️ مريم",
    "colon: semi; comma, = %0A",
    "x" * 300,
    "😀" * 60,
    "two\nlines",
    " around ",
]
PEOPLE = [name for name in NAMES if "\\" not in name]
"""Both readers take a backslash in CN for an escape, each its own way; RFC 5545 has none in parameters."""
WORDS = [*NAMES, "first\nsecond\n\nthird", "tab\there", "BEGIN:VEVENT\nEND:VEVENT", "", "ends with \\"]
REQUIRED = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "ORGANIZER", "SUMMARY", "STATUS"}
ONCE = REQUIRED | {"DESCRIPTION", "LOCATION", "URL", "TRANSP", "RECURRENCE-ID"}


def an_order(dice: random.Random, number: int) -> Order:
    """One to six sessions of equal or unequal length, an account's or a guest's."""
    lengths = [dice.choice([30, 60]) if number % 2 else 45 for _ in range(dice.randint(1, 6))]
    starts = sorted(dice.sample(range(200), len(lengths)))
    remote, guest = dice.random() < 0.5, dice.random() < 0.4
    place = "https://meet.example.com/a;b,c?d=%20&e=1" if remote else dice.choice(WORDS)
    return Order(
        order_id=f"01890000-0000-7000-8000-{number:012}",
        provider_id="p",
        provider=Party("p", dice.choice(PEOPLE), "o'paul+tag@example.com", "paul", "", onboarded=True),
        client=Party(
            "" if guest else "c", dice.choice(PEOPLE), "ana@example.com", "ana", "", onboarded=False
        ),
        guest_id="g" if guest else "",
        status="pending",
        services=tuple(
            OrderedService(f"s{each}", dice.choice(NAMES), 30, 2500) for each in range(dice.randint(1, 3))
        ),
        sessions=tuple(
            BookedSession(
                f"q-{start}",
                "",
                START + timedelta(hours=start),
                START + timedelta(hours=start, minutes=length),
            )
            for start, length in zip(starts, lengths, strict=True)
        ),
        delivery_mode="remote" if remote else "in-person",
        delivery_location=place,
        total_minutes=30,
        total_minor=2500,
        currency="EUR-DE",
        brief=dice.choice(WORDS),
        note="",
        provider_timezone="America/New_York",
        client_timezone="Asia/Kolkata",
        created_at=NOW,
        revision=1,
    )


def moved(order: Order) -> Order:
    """The order after its new time was accepted."""
    sessions = tuple(
        replace(
            each,
            starts_at=each.starts_at + timedelta(days=9),
            ends_at=each.ends_at + timedelta(days=9, minutes=15 * place),
        )
        for place, each in enumerate(order.sessions)
    )
    return replace(order, sessions=sessions, calendar_sequence=order.calendar_sequence + 1)


def life(order: Order) -> list[tuple[str, Order, bytes]]:
    """The files that are sent when an order is accepted, moved and cancelled."""
    accepted = transitioned(order, Step("accepted", order.states), "", order.delivery_location, NOW)
    later = moved(accepted)
    cancelled = transitioned(later, Step("cancelled", later.states), "", later.delivery_location, NOW)
    entered, removed = calendar_for(accepted, NOW), calendar_for(cancelled, NOW)
    assert entered is not None
    assert removed is not None
    changed = calendar_file(later, "REQUEST", NOW)
    return [
        (file.method, each, base64.b64decode(file.content))
        for file, each in ((entered, accepted), (changed, later), (removed, cancelled))
    ]


@pytest.mark.parametrize(
    ("before", "status", "after"),
    [(-1, "accepted", 0), (-1, "rejected", -1), (-1, "cancelled", -1), (0, "ongoing", 0), (3, "ongoing", 3),
     (0, "cancelled", 1), (3, "cancelled", 4), (1, "completed", 1)],
)  # fmt: skip
def test_the_sequence_rises_by_one_with_each_file_and_only_then(
    before: int, status: Status, after: int
) -> None:
    order = replace(an_order(random.Random(1), 1), calendar_sequence=before)
    step = Step(status, order.states)
    assert transitioned(order, step, "", order.delivery_location, NOW).calendar_sequence == after


class Written:
    """The files of a hundred and twenty lives of orders, and a feed of all."""

    def __init__(self) -> None:
        dice = random.Random(5545)
        self.orders = [an_order(dice, number) for number in range(120)]
        self.lives = [life(order) for order in self.orders]
        self.sent = [each for sent in self.lives for each in sent]
        self.published = [(order, published_file(order, "client", NOW)[1]) for order in self.orders]
        self.feed = feed_of([(order, "provider") for order in self.orders], NOW).to_ical()

    @property
    def files(self) -> list[bytes]:
        """All of them: those that are sent, those that are published, the feed."""
        return [*(content for _, _, content in self.sent), *(each for _, each in self.published), self.feed]


@pytest.fixture(scope="module")
def written() -> Written:
    """Made once, when the first test asks."""
    return Written()


def lines_of(content: bytes) -> list[str]:
    """The content lines, unfolded (RFC 5545, 3.1)."""
    return content.decode().replace("\r\n ", "").split("\r\n")[:-1]


def name_of(line: str) -> str:
    return line.split(":", 1)[0].split(";", 1)[0].upper()


def events_of(content: bytes) -> list[list[str]]:
    events: list[list[str]] = []
    for line in lines_of(content):
        if line == "BEGIN:VEVENT":
            events.append([])
        elif events and line != "END:VEVENT":
            events[-1].append(line)
    return [[line for line in event if name_of(line) != "END"] for event in events]


def times_of(order: Order) -> list[list[str]]:
    return [
        [each.strftime("%Y-%m-%dT%H:%M:%S.000Z") for each in (session.starts_at, session.ends_at)]
        for session in order.sessions
    ]


def test_lines_are_folded_and_ended_as_rfc_5545_says(written: Written) -> None:
    for content in written.files:
        assert content.endswith(b"END:VCALENDAR\r\n")
        bare = content.replace(b"\r\n", b"")
        assert b"\r" not in bare
        assert b"\n" not in bare
        for line in content.split(b"\r\n"):
            assert len(line) <= 75
            line.decode()  # no character is cut in two
        assert not any(ord(sign) < 32 and sign != "\t" for sign in bare.decode())


def test_every_component_has_what_it_must_and_nothing_twice(written: Written) -> None:
    for content in written.files:
        names = [name_of(line) for line in lines_of(content)]
        head = names[: names.index("BEGIN", 1)]
        assert [head.count(name) for name in ("PRODID", "VERSION", "METHOD")] == [1, 1, 1]
        for event in events_of(content):
            held = [name_of(line) for line in event]
            assert set(held) >= REQUIRED
            assert all(held.count(name) <= 1 for name in ONCE)
            for line in event:
                if name_of(line) in {"DTSTAMP", "DTSTART", "DTEND", "RECURRENCE-ID"}:
                    datetime.strptime(line.split(":")[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
                    assert "TZID" not in line


def test_requests_and_cancellations_follow_rfc_5546(written: Written) -> None:
    for sent in written.lives:
        uids = {line for _, _, content in sent for line in lines_of(content) if name_of(line) == "UID"}
        assert len(uids) == 1
        for place, (method, _, content) in enumerate(sent):
            assert method == ("REQUEST", "REQUEST", "CANCEL")[place]
            assert f"METHOD:{method}" in lines_of(content)
            for event in events_of(content):
                assert f"SEQUENCE:{place}" in event
                assert f"STATUS:{'CANCELLED' if method == 'CANCEL' else 'CONFIRMED'}" in event
                assert sum(name_of(line) == "ATTENDEE" for line in event) == 2


def test_published_events_invite_nobody(written: Written) -> None:
    for content in (*(content for _, content in written.published), written.feed):
        assert "METHOD:PUBLISH" in lines_of(content)
        events = events_of(content)
        assert not any(
            name_of(line) in {"ATTENDEE", "RECURRENCE-ID", "RDATE"} for event in events for line in event
        )
        uids = [line for event in events for line in event if name_of(line) == "UID"]
        assert len(uids) == len(set(uids)) == len(events)


@pytest.fixture(scope="module")
def read(written: Written) -> list[Said]:
    """By ical.js: all files, in their order."""
    return by_ical_js(written.files)


def test_both_readers_say_the_same(written: Written, read: list[Said]) -> None:
    for content, second in zip(written.files, read, strict=True):
        assert by_icalendar(content) == second


def test_invitations_say_what_the_order_says(written: Written, read: list[Said]) -> None:
    for (method, order, _), said in zip(written.sent, read, strict=False):
        [event] = said["events"]
        assert said["method"] == method
        assert event["times"] == times_of(order)
        assert event["summary"] == f"{order.provider.name} & {order.client.name}"
        assert event["location"] == order.delivery_location
        assert event["description"].endswith(order.brief)
        assert all(service.name in event["description"] for service in order.services)
        assert event["organizer"]["address"] == f"mailto:{order.provider.email}"
        assert [each["address"] for each in event["attendees"]] == [
            f"mailto:{order.provider.email}",
            f"mailto:{order.client.email}",
        ]


def test_what_is_published_says_what_the_order_says(written: Written, read: list[Said]) -> None:
    found = read[len(written.sent) :]
    for (order, _), said in zip(written.published, found, strict=False):
        assert [time for event in said["events"] for time in event["times"]] == times_of(order)
        assert {event["summary"] for event in said["events"]} == {
            f"{order.services[0].name}: {order.provider.name}"
        }
    feed = [time for event in found[-1]["events"] for time in event["times"]]
    assert feed == [time for order in written.orders for time in times_of(order)]
