"""Keeping and reading what is known of accounts."""

from collections.abc import Mapping

from chassis.db import Connection, Transaction
from contracts.events.identity import AccountFacts
from contracts.events.profiles import CircleChanged, ProfileFacts
from sqlalchemy import and_, delete, exists, or_, select, union
from sqlalchemy.dialects.postgresql import insert

from feed.people.models import Author, Block, Circle, CompletedPair


async def author_of(tx: Connection, account_id: str) -> Author | None:
    """What is known of an account; None while nothing is, or when it is gone."""
    return await tx.session.scalar(select(Author).where(Author.id == account_id, Author.deleted.is_(False)))


async def provider_of(tx: Connection, account_id: str) -> Author | None:
    """The account, if it may post."""
    author = await author_of(tx, account_id)
    return author if author and author.provider and not author.suspended else None


async def keep_account(tx: Transaction, account: AccountFacts) -> None:
    """Name and username, unless something newer is known."""
    values = {
        "name": account.name,
        "username": account.username or "",
        "account_revision": account.revision,
    }
    await _keep(tx, account.account_id, values, "account_revision")


async def keep_profile(tx: Transaction, profile: ProfileFacts) -> bool:
    """The provider's profile, unless something newer is known; whether it was taken in."""
    values = {
        "expertise": profile.expertise,
        "category": profile.category,
        "provider": profile.completed,
        "verified": profile.manually_verified,
        "profile_revision": profile.revision,
    }
    return await _keep(tx, profile.account_id, values, "profile_revision")


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """The account's picture."""
    await _keep(tx, account_id, {"avatar": avatar, "avatar_revision": revision}, "avatar_revision")


async def keep_rating(tx: Transaction, provider_id: str, average: float, reviews: int, revision: int) -> None:
    """The provider's rating summary."""
    values = {"rating": average, "reviews": reviews, "rating_revision": revision}
    await _keep(tx, provider_id, values, "rating_revision")


async def _keep(tx: Transaction, account_id: str, values: Mapping[str, object], revision_name: str) -> bool:
    fresh = insert(Author).values(id=account_id, **values)
    known = getattr(Author, revision_name)
    kept = fresh.on_conflict_do_update(
        index_elements=[Author.id],
        set_=dict(values),
        where=and_(known <= values[revision_name], Author.deleted.is_(False)),
    )
    return await tx.session.scalar(kept.returning(Author.id)) is not None


async def keep_circle(tx: Transaction, fact: CircleChanged) -> None:
    """Who is in whose circle, and trusted."""
    values = {"interest": fact.interest, "trusted": fact.trusted, "revision": fact.revision}
    fresh = insert(Circle).values(account_id=fact.account_id, provider_id=fact.provider_id, **values)
    await tx.session.execute(
        fresh.on_conflict_do_update(
            index_elements=[Circle.account_id, Circle.provider_id],
            set_=values,
            where=Circle.revision <= fact.revision,
        )
    )


async def keep_block(tx: Transaction, blocker_id: str, blocked_id: str, blocked: bool, revision: int) -> None:
    """Whether one blocks the other."""
    values = {"blocked": blocked, "revision": revision}
    fresh = insert(Block).values(blocker_id=blocker_id, blocked_id=blocked_id, **values)
    await tx.session.execute(
        fresh.on_conflict_do_update(
            index_elements=[Block.blocker_id, Block.blocked_id], set_=values, where=Block.revision <= revision
        )
    )


async def kept_apart(tx: Transaction, *account_ids: str) -> list[str]:
    """The accounts that a block, either way, keeps apart from one of these."""
    theirs = select(Block.blocked_id.label("other")).where(Block.blocked, Block.blocker_id.in_(account_ids))
    ours = select(Block.blocker_id).where(Block.blocked, Block.blocked_id.in_(account_ids))
    return sorted(await tx.session.scalars(union(theirs, ours)))


async def keep_completed(tx: Transaction, provider_id: str, client_id: str) -> None:
    """The two have had a session; from now on the client may comment."""
    fresh = insert(CompletedPair).values(provider_id=provider_id, client_id=client_id)
    await tx.session.execute(fresh.on_conflict_do_nothing())


async def have_met(tx: Connection, provider_id: str, client_id: str) -> bool:
    """Whether the client has had a completed session with the provider."""
    pair = exists().where(CompletedPair.provider_id == provider_id, CompletedPair.client_id == client_id)
    return bool(await tx.session.scalar(select(pair)))


async def erase_person(tx: Transaction, account_id: str) -> None:
    """Forget everything about an account but that it is gone."""
    blank = {"name": "", "username": "", "avatar": "", "expertise": "", "provider": False, "deleted": True}
    fresh = insert(Author).values(id=account_id, **blank)
    await tx.session.execute(fresh.on_conflict_do_update(index_elements=[Author.id], set_=blank))
    for table, one, other in (
        (Circle, Circle.account_id, Circle.provider_id),
        (Block, Block.blocker_id, Block.blocked_id),
        (CompletedPair, CompletedPair.client_id, CompletedPair.provider_id),
    ):
        await tx.session.execute(delete(table).where(or_(one == account_id, other == account_id)))
