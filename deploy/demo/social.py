"""Circles, posts, comments and conversations of the demo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from feed.posts.rules import State, tags_of
from feed.posts.store import Post

from demo.bookings import Booking
from demo.moments import dice_of, id_at
from demo.people import content
from demo.pictures import Picture
from demo.world import Account, World

_ARABIC: Final = range(0x600, 0x700)
_STATES: Final[dict[str, State]] = {"draft": "draft", "archived": "archived"}


@dataclass(frozen=True, slots=True)
class Interest:
    """Somebody holds a provider in their circle."""

    account: Account
    provider: Account
    trusted: bool
    at: datetime

    @property
    def revision(self) -> int:
        """How often it has changed: trust came later."""
        return 2 if self.trusted else 1


@dataclass(frozen=True, slots=True)
class Saying:
    """A comment below a post."""

    id: str
    author: Account
    text: str
    at: datetime


@dataclass(slots=True)
class Published:
    """A post with all that hangs on it. `original` is the post that it passes on."""

    post: Post
    owner: Account
    pictures: list[Picture] = field(default_factory=list[Picture])
    comments: list[Saying] = field(default_factory=list[Saying])
    bookmarks: list[tuple[Account, datetime]] = field(default_factory=list[tuple[Account, datetime]])
    original: "Published | None" = None
    reposts: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """A message."""

    id: str
    sender: Account
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """What two accounts wrote to each other; `unread` of the last lines wait for the other side."""

    id: str
    sides: tuple[Account, Account]
    messages: tuple[Written, ...] = ()
    unread: int = 0


def interests_of(world: World, bookings: Sequence[Booking]) -> list[Interest]:
    """Circles: clients hold many of those whom they have met, and some whom they have not."""
    dice, now = dice_of("circles"), world.now
    held: dict[tuple[str, str], Interest] = {}
    for booking in bookings:
        client = world.by_email.get(booking.order.client.email)
        provider = world.by_email[booking.order.provider.email]
        if client is None or booking.order.status not in {"completed", "accepted"}:
            continue
        said = booking.rating
        if (said and said.trusted) or dice.random() < 0.3:
            at = said.at if said else booking.answered_at
            known = held.get((client.id, provider.id))
            held[client.id, provider.id] = Interest(
                client, provider, bool(said and said.trusted) or bool(known and known.trusted), at
            )
    for account in (*world.guests, *world.hosts):
        for provider in dice.sample(world.hosts, 3):
            at = now - timedelta(hours=dice.randint(1, 60 * 24))
            if provider.id != account.id:
                held.setdefault((account.id, provider.id), Interest(account, provider, trusted=False, at=at))
    return sorted(held.values(), key=lambda each: (each.at, each.account.id, each.provider.id))


def posts_of(world: World, bookings: Sequence[Booking]) -> list[Published]:
    """All posts and reposts, with comments by clients who have completed a session with the owner.

    Without bookings there are no comments.
    """
    document = content("posts")
    met = _met(world, bookings)
    out = [each for each in document["post"] if each.get("when", "now") in {"now", "reported"}]
    made = [_post(world, each, out, met) for each in document["post"]]
    for number, each in enumerate(document["repost"]):
        newest = next(post for post in made if post.owner.username == each["of"])
        made.append(_repost(world, each, newest, number))
    return made


def _met(world: World, bookings: Sequence[Booking]) -> dict[str, list[Account]]:
    """The clients with a completed session, by their provider's id; each once."""
    met: dict[str, dict[str, Account]] = {}
    for booking in bookings:
        client = world.by_email.get(booking.order.client.email)
        if booking.order.status == "completed" and client:
            met.setdefault(booking.order.provider_id, {})[client.id] = client
    return {provider: list(each.values()) for provider, each in met.items()}


def _post(
    world: World, said: dict[str, Any], out: list[dict[str, Any]], met: dict[str, list[Account]]
) -> Published:
    owner, when, now = world.by_username[said["owner"]], said.get("when", "now"), world.now
    place = out.index(said) if said in out else 12
    publish_at = now - timedelta(minutes=40 + 150 * place + 26 * place * place)
    created_at = publish_at
    if when == "scheduled":
        created_at = now - timedelta(hours=5)
        publish_at = (now + timedelta(days=1 + place % 2)).replace(minute=0, second=0, microsecond=0)
    assert owner.provider is not None
    post_id = id_at(created_at, "post", owner.email, said["text"])
    pictures = [Picture(name, owner.id) for name in said["pictures"]]
    post = Post(
        id=post_id,
        owner_id=owner.id,
        original_id=None,
        brief=said["text"],
        tags=_tags(said["text"]),
        images=[each.path for each in pictures],
        category=owner.provider.category,
        audience=said.get("audience", "all"),
        mature=False,
        state=_STATES.get(when, "active"),
        publish_at=None if when == "draft" else publish_at,
        created_at=created_at,
        device={},
        announced=when not in {"draft", "scheduled"},
        revision=1,
    )
    published = Published(post, owner, pictures)
    if when == "now":
        if owner.id in met:
            _comment(world, published, said.get("say", ()), met[owner.id])
        _bookmark(world, published, said.get("saved", 0))
    return published


def _tags(text: str) -> list[str]:
    return tags_of((), text)


def _comment(world: World, published: Published, lines: Iterable[str], known: list[Account]) -> None:
    """Comments by people who speak the line's language, one after the other; '=' is the owner's."""
    dice = dice_of("comments", published.post.brief)
    at = published.post.publish_at or world.now
    pool = dice.sample(known, len(known))
    lines = list(lines)
    step = (world.now - at) / (len(lines) + 2)
    for line in lines:
        at += min(step, timedelta(hours=9)) * dice.uniform(0.4, 1)
        language, text = _language_of(line)
        author = published.owner
        if not line.startswith("="):
            author = next((each for each in pool if each.language == language), pool[0])
            pool.remove(author)
        published.comments.append(Saying(id_at(at, "comment", author.email, text), author, text, at))


def _language_of(line: str) -> tuple[str, str]:
    """The language of a comment and its text: 'fr: …' and 'es: …' say it, Arabic shows it."""
    if any(ord(letter) in _ARABIC for letter in line):
        return "arabic", line
    mark, _, rest = line.partition(": ")
    if mark in {"fr", "es"}:
        return {"fr": "french", "es": "spanish"}[mark], rest
    return "english", line.removeprefix("= ")


def _bookmark(world: World, published: Published, count: int) -> None:
    dice = dice_of("bookmarks", published.post.brief)
    since = published.post.publish_at or world.now
    everybody = [each for each in (*world.guests, *world.hosts) if each.id != published.owner.id]
    for account in dice.sample(everybody, count):
        published.bookmarks.append((account, since + (world.now - since) * dice.uniform(0.05, 0.95)))


def _repost(world: World, said: dict[str, Any], original: Published, number: int) -> Published:
    owner = world.by_username[said["owner"]]
    since = original.post.publish_at or world.now
    at = since + (world.now - since) * (0.45 + 0.1 * number)
    original.reposts += 1
    post = Post(
        id=id_at(at, "repost", owner.email, original.post.id[:13]),
        owner_id=owner.id,
        original_id=original.post.id,
        brief=said["text"],
        tags=original.post.tags,
        images=[],
        category=original.post.category,
        audience="all",
        mature=False,
        state="active",
        publish_at=at,
        created_at=at,
        device={},
        announced=True,
        revision=1,
    )
    return Published(post, owner, original=original)


def conversations_of(world: World, bookings: Sequence[Booking]) -> list[Conversation]:
    """One conversation for each two with an order between them; some have something to say."""
    spoken: dict[tuple[str, str], dict[str, Any]] = {}
    for each in content("conversations")["conversation"]:
        provider, client = (world.find(word) for word in each["with"])
        spoken[provider.id, client.id] = each
    opened: dict[tuple[str, str], Conversation] = {}
    for booking in bookings:
        order = booking.order
        pair = (order.provider_id, order.client.account_id)
        if not pair[1] or pair in opened:
            continue
        sides = (world.by_email[order.provider.email], world.by_email[order.client.email])
        said = spoken.get(pair)
        opened[pair] = Conversation(
            id=id_at(order.created_at, "conversation", *(each.email for each in sides)),
            sides=sides,
            messages=_messages(world, sides, said) if said else (),
            unread=said["unread"] if said else 0,
        )
    return list(opened.values())


def _messages(world: World, sides: tuple[Account, Account], said: dict[str, Any]) -> tuple[Written, ...]:
    provider, client = sides
    lines: list[str] = said["lines"]
    dice = dice_of("messages", client.email)
    at = world.now - timedelta(hours=said["hours"], minutes=sum(range(1, len(lines) + 1)) * 7)
    written: list[Written] = []
    for number, line in enumerate(lines):
        at += timedelta(minutes=(number + 1) * 7 - dice.randint(1, 4))
        sender = provider if line.startswith("<") else client
        written.append(Written(id_at(at, "message", sender.email, line), sender, line[2:], at))
    return tuple(written)
