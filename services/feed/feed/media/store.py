"""Which pictures posts show, who sent them, and which are to be swept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import (
    ARRAY,
    Text,
    any_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.dialects.postgresql import insert as upsert

from feed.media.models import EvidencePictureRow, OrphanPictureRow, PictureRow, StoredPictureRow
from feed.media.rules import Renditions, path_of
from feed.posts.models import PostRow


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """A picture that a report needs no longer."""

    owner_id: str
    digest: str


_digests = bindparam("digests", type_=ARRAY(Text))
_BY_DIGEST = OrphanPictureRow.digest == bindparam("digest")
_expected = upsert(OrphanPictureRow).from_select(
    ["digest", "owner_id", "sweep_after"],
    # Sorted, so that two uploads of the same pictures lock them in the same order.
    select(
        func.unnest(_digests, type_=Text).label("digest"), bindparam("owner_id", type_=Text),
        bindparam("sweep_after", type_=OrphanPictureRow.sweep_after.type),
    ).order_by("digest"),
)  # fmt: skip
EXPECT: Final = Statement(
    _expected.on_conflict_do_update(
        index_elements=[OrphanPictureRow.digest],
        set_={"owner_id": _expected.excluded.owner_id, "sweep_after": _expected.excluded.sweep_after},
    ).returning(OrphanPictureRow.digest, literal_column("xmax <> 0").label("known"))
)
COUNT_WAITING: Final = Statement(
    select(func.count())
    .select_from(OrphanPictureRow)
    .where(
        OrphanPictureRow.owner_id == bindparam("owner_id"),
        ~exists().where(PictureRow.digest == OrphanPictureRow.digest),
    )
)
IS_ANOTHERS: Final = Statement(
    select(
        exists().where(
            OrphanPictureRow.digest == any_(_digests), OrphanPictureRow.owner_id != bindparam("owner_id")
        )
    )
)
FIND_SHOWN_BY: Final = Statement(
    select(PictureRow.digest)
    .join(PostRow, PostRow.id == PictureRow.post_id)
    .where(PostRow.owner_id == bindparam("owner_id"), PictureRow.digest == any_(_digests))
)
FIND_OF_POST: Final = Statement(select(PictureRow.digest).where(PictureRow.post_id == bindparam("post_id")))
ADD: Final = Statement(insert(PictureRow).values(params("post_id", "position", "digest")))
DELETE_OF_POST: Final = Statement(
    delete(PictureRow).where(PictureRow.post_id == bindparam("post_id")).returning(PictureRow.digest)
)
_stored = upsert(StoredPictureRow).values(params("digest", "width", "height", "widths", "placeholder"))
KEEP_FACTS: Final = Statement(
    _stored.on_conflict_do_update(
        index_elements=[StoredPictureRow.digest],
        set_={name: _stored.excluded[name] for name in ("width", "height", "widths", "placeholder")},
    )
)
FORGET_FACTS: Final = Statement(
    delete(StoredPictureRow).where(StoredPictureRow.digest == bindparam("digest"))
)
FIND_WITHOUT_FACTS: Final = Statement(
    select(PictureRow.digest)
    .distinct()
    .where(
        PictureRow.digest > bindparam("after"),
        ~exists().where(StoredPictureRow.digest == PictureRow.digest),
    )
    .order_by(PictureRow.digest)
    .limit(1)
)
_said: Final = func.jsonb_build_object(
    literal_column("'media_name'"),
    func.format(literal_column(f"'{path_of('%s')}'"), StoredPictureRow.digest),
    literal_column("'width'"), StoredPictureRow.width,
    literal_column("'height'"), StoredPictureRow.height,
    literal_column("'widths'"), StoredPictureRow.widths,
    literal_column("'placeholder'"), StoredPictureRow.placeholder,
)  # fmt: skip
_said_of_post = (
    select(
        func.coalesce(
            func.jsonb_agg(aggregate_order_by(_said, PictureRow.position)), literal_column("'[]'::jsonb")
        )
    )
    .select_from(PictureRow)
    .join(StoredPictureRow, StoredPictureRow.digest == PictureRow.digest)
    .where(PictureRow.post_id == PostRow.id)
    .scalar_subquery()
)
SAY_OF_POST: Final = Statement(
    update(PostRow).where(PostRow.id == bindparam("post_id")).values(pictures=_said_of_post)
)
FIND_SHOWING: Final = Statement(select(PictureRow.post_id).where(PictureRow.digest == bindparam("digest")))
SWEEP_ALL_OF: Final = Statement(
    update(OrphanPictureRow)
    .where(OrphanPictureRow.owner_id == bindparam("owner_id"))
    .values(params("sweep_after"))
)
LOCK_DUE: Final = Statement(
    select(OrphanPictureRow.digest)
    .where(OrphanPictureRow.sweep_after <= bindparam("now"))
    .order_by(OrphanPictureRow.sweep_after)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
IS_NEEDED: Final = Statement(
    select(
        or_(
            exists().where(PictureRow.digest == bindparam("digest")),
            exists().where(EvidencePictureRow.digest == bindparam("digest")),
        )
    )
)
LOCK_ORPHAN: Final = Statement(select(OrphanPictureRow.digest).where(_BY_DIGEST).with_for_update())
FORGET: Final = Statement(delete(OrphanPictureRow).where(_BY_DIGEST))
ADD_EVIDENCE: Final = Statement(
    upsert(EvidencePictureRow)
    .from_select(
        ["report_id", "digest", "owner_id"],
        select(
            bindparam("report_id", type_=Text), PictureRow.digest, bindparam("owner_id", type_=Text)
        ).where(PictureRow.post_id == bindparam("post_id")),
    )
    .on_conflict_do_nothing()
)
RELEASE_EVIDENCE_AFTER: Final = Statement(
    update(EvidencePictureRow)
    .where(EvidencePictureRow.report_id == bindparam("report_id"))
    .values(params("release_at"))
)
DELETE_EVIDENCE: Final = Statement(
    delete(EvidencePictureRow)
    .where(
        or_(
            EvidencePictureRow.release_at <= bindparam("now"),
            EvidencePictureRow.owner_id == bindparam("account_id"),
        )
    )
    .returning(EvidencePictureRow.owner_id, EvidencePictureRow.digest),
    into=EvidencePicture,
)


async def expect_pictures(
    tx: Transaction, owner_id: str, digests: Sequence[str], sweep_after: datetime
) -> set[str]:
    """Note pictures that are being stored; when no post shows them by `sweep_after`, they go.

    Answers those that were expected already. The rows stay locked: no sweep comes between.
    """
    if not digests:
        return set()
    rows = await EXPECT.all(tx, digests=sorted(set(digests)), owner_id=owner_id, sweep_after=sweep_after)
    return {row.digest for row in rows if row.known}


async def waiting(tx: Connection, owner_id: str) -> int:
    """How many pictures of the account no post shows."""
    return await COUNT_WAITING.value(tx, owner_id=owner_id)


async def claimed(tx: Transaction, owner_id: str, digests: Sequence[str], sweep_after: datetime) -> bool:
    """Whether the account has sent all these pictures and they are still kept; they cannot be swept before
    the transaction ends."""
    asked = set(digests)
    if await IS_ANOTHERS.value(tx, digests=list(asked), owner_id=owner_id):
        return False
    sent = await expect_pictures(tx, owner_id, digests, sweep_after)
    shown = await FIND_SHOWN_BY.column(tx, owner_id=owner_id, digests=list(asked))
    return asked <= sent | set(shown)


async def show_pictures(tx: Transaction, post_id: str, digests: Sequence[str]) -> None:
    """Keep the pictures of a post, in this order."""
    await ADD.run_each(
        tx,
        [
            {"post_id": post_id, "position": position, "digest": digest}
            for position, digest in enumerate(digests)
        ],
    )
    await SAY_OF_POST.run(tx, post_id=post_id)


async def keep_facts(tx: Transaction, digest: str, stored: Renditions) -> None:
    """Keep what answers say of a picture, for the posts that will show it."""
    await KEEP_FACTS.run(
        tx,
        digest=digest,
        width=stored.width,
        height=stored.height,
        widths=stored.widths,
        placeholder=stored.placeholder,
    )


async def forget_facts(tx: Transaction, digest: str) -> None:
    """The picture is no longer in the store."""
    await FORGET_FACTS.run(tx, digest=digest)


async def picture_without_facts(tx: Connection, after: str) -> str | None:
    """The next digest of a post's picture of which nothing is known but its name; None at the end."""
    return await FIND_WITHOUT_FACTS.value(tx, after=after)


async def say_of_posts_showing(tx: Transaction, digest: str) -> None:
    """The posts that show this picture say what is known of it."""
    await SAY_OF_POST.run_each(
        tx, [{"post_id": each} for each in await FIND_SHOWING.column(tx, digest=digest)]
    )


async def release_pictures(tx: Transaction, owner_id: str, post_id: str, now: datetime) -> None:
    """The post shows its pictures no longer; they may be swept, unless another one shows them."""
    gone = await DELETE_OF_POST.column(tx, post_id=post_id)
    await expect_pictures(tx, owner_id, gone, now)


async def release_all_pictures(tx: Transaction, owner_id: str, now: datetime) -> None:
    """What the account has sent may be swept at once, unless a post shows it."""
    await SWEEP_ALL_OF.run(tx, owner_id=owner_id, sweep_after=now)


async def due_orphans(tx: Transaction, now: datetime, limit: int = 50) -> list[str]:
    """Digests of pictures whose time to be swept has come, locked against an upload of the same ones."""
    return await LOCK_DUE.column(tx, now=now, limit=limit)


async def is_needed(tx: Transaction, digest: str) -> bool:
    """Whether any post shows the picture, or a report needs it (product.md 6.5)."""
    return bool(await IS_NEEDED.value(tx, digest=digest))


async def is_kept(tx: Transaction, digest: str) -> bool:
    """Whether the picture is needed, or waits for a post; a sweep of it that has begun ends first."""
    return bool(await LOCK_ORPHAN.value(tx, digest=digest)) or await is_needed(tx, digest)


async def forget_orphan(tx: Transaction, digest: str) -> None:
    """The picture no longer waits for a post: one shows it, or it is deleted."""
    await FORGET.run(tx, digest=digest)


async def keep_evidence_pictures(tx: Transaction, report_id: str, post_id: str, owner_id: str) -> None:
    """The post's pictures stay until the report is long decided."""
    await ADD_EVIDENCE.run(tx, report_id=report_id, post_id=post_id, owner_id=owner_id)


async def release_evidence_after(tx: Transaction, report_id: str, release_at: datetime) -> None:
    """The report is decided; its pictures are kept until then."""
    await RELEASE_EVIDENCE_AFTER.run(tx, report_id=report_id, release_at=release_at)


async def release_evidence(tx: Transaction, now: datetime, account_id: str = "") -> None:
    """Let go of pictures whose time has come, and of all of `account_id`; those of no post are swept."""
    for picture in await DELETE_EVIDENCE.all(tx, now=now, account_id=account_id):
        await expect_pictures(tx, picture.owner_id, [picture.digest], now)
