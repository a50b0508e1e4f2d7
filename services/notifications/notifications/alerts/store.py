"""Statements of alerts: created, listed, counted, marked as read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Record, Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import aliased

from notifications.alerts.models import AlertFactRow, AlertRow
from notifications.alerts.notice import SOCIAL
from notifications.projections.models import PersonRow
from notifications.projections.store import Person, blocked_accounts

MOST_COUNTED: Final = 100


@dataclass(slots=True)
class Alert:
    """An alert in its receiver's list. `source` is its first fact, `url` that of the newest."""

    id: str
    source: str
    receiver_id: str
    kind: str
    actor_id: str | None
    words: dict[str, JsonValue]
    url: str
    status: str
    created_at: datetime
    group_key: str | None
    count: int
    moved_id: str | None

    @property
    def place(self) -> str:
        """The key by which the list is ordered, newest first."""
        return self.moved_id or self.id


@dataclass(frozen=True, slots=True)
class FoundAlerts:
    """Alerts of a page, how many alerts of their receiver are unread at that moment, and who is in them."""

    alerts: list[Alert]
    unread: int
    people: dict[str, Person]
    """The receiver and the actors by id, each with what an alert shows or needs of them."""


@dataclass(slots=True)
class VisibleFacts:
    """How many facts of an alert its receiver may see, and actor and source of the newest of them.

    The source is '' where it is not known.
    """

    count: int
    actor_id: str | None
    source: str


ALERT_COLUMNS: Final = (
    AlertRow.id,
    AlertRow.source,
    AlertRow.receiver_id,
    AlertRow.kind,
    AlertRow.actor_id,
    AlertRow.words,
    AlertRow.url,
    AlertRow.status,
    AlertRow.created_at,
    AlertRow.group_key,
    AlertRow.count,
    AlertRow.moved_id,
)
_SHOWN: Final = ("name", "username", "avatar", "onboarded", "deleted")
"""What alerts show of their actors."""
_READING: Final = ("language", "timezone", "hour_cycle")
"""What says how an account reads."""
# Literals: a generic plan, which knows no values, could not use the index of the unread, and a list of kinds
# as an array is read faster than one of parameters.
_UNREAD: Final = AlertRow.status == literal_column("'active'")
_IS_SOCIAL: Final = AlertRow.kind.in_([literal_column(f"'{kind}'") for kind in sorted(SOCIAL)])


def _is_visible() -> ColumnElement[bool]:
    """The receiver's own alerts, except social ones whose actors are all behind a block."""
    blocked = blocked_accounts()
    # One row, found by its index: for EXISTS, PostgreSQL would hash all facts that there are.
    of_others = (
        select(AlertFactRow.id)
        .where(AlertFactRow.alert_id == AlertRow.id, AlertFactRow.actor_id.not_in(blocked))
        .limit(literal_column("1"))
        .scalar_subquery()
    )
    of_nobody_else = or_(AlertRow.count == literal_column("1"), of_others.is_(None))
    hidden = and_(_IS_SOCIAL, AlertRow.actor_id.is_not(None), AlertRow.actor_id.in_(blocked), of_nobody_else)
    return and_(AlertRow.receiver_id == bindparam("receiver_id"), not_(hidden))


_waiting: Final = select(AlertRow.id).where(_UNREAD, _is_visible()).limit(literal_column(str(MOST_COUNTED)))
_unread: Final = select(func.count()).select_from(_waiting.subquery())
COUNT_UNREAD: Final = Statement(_unread)
_place: Final = AlertRow.by_place().label("place")
_newest: Final = (
    select(*ALERT_COLUMNS, _place).where(_is_visible()).order_by(_place.desc()).limit(bindparam("limit"))
)
_actor: Final = aliased(PersonRow)
_receiver: Final = aliased(PersonRow)


def _with_people(newest: Select[*tuple[Any, ...]]) -> Statement[Record]:
    """The statement of a page with the names of now, in one round trip. Its few rows come in any order."""
    page = newest.subquery("page")
    return Statement(
        select(
            *(page.c[column.key] for column in ALERT_COLUMNS),
            _unread.scalar_subquery().label("unread"),
            *(getattr(_actor, name).label(f"actor_{name}") for name in _SHOWN),
            *(getattr(_receiver, name).label(f"receiver_{name}") for name in _READING),
        )
        .outerjoin(_actor, _actor.id == page.c.actor_id)
        .outerjoin(_receiver, _receiver.id == page.c.receiver_id)
    )


FIND_PAGE: Final = _with_people(_newest)
FIND_PAGE_BEFORE: Final = _with_people(_newest.where(AlertRow.by_place() < bindparam("before")))
FIND: Final = Statement(select(*ALERT_COLUMNS).where(AlertRow.id == bindparam("alert_id")), into=Alert)
FIND_OF_ACCOUNT: Final = Statement(
    select(*ALERT_COLUMNS).where(AlertRow.receiver_id == bindparam("receiver_id")).order_by(AlertRow.id),
    into=Alert,
)
COUNT_VISIBLE_FACTS: Final = Statement(
    select(
        AlertFactRow.alert_id,
        func.count().label("count"),
        func.array_agg(aggregate_order_by(AlertFactRow.actor_id, AlertFactRow.id.desc())).label("actors"),
        func.array_agg(aggregate_order_by(AlertFactRow.source, AlertFactRow.id.desc())).label("sources"),
    )
    .where(
        AlertFactRow.alert_id == any_(bindparam("alert_ids", type_=ARRAY(Text))),
        AlertFactRow.actor_id.not_in(blocked_accounts()),
    )
    .group_by(AlertFactRow.alert_id)
)
_mark_read: Final = update(AlertRow).where(_UNREAD, _is_visible()).values(status=literal_column("'read'"))
MARK_ALL_READ: Final = Statement(_mark_read)
MARK_READ: Final = Statement(_mark_read.where(AlertRow.id == any_(bindparam("alert_ids", type_=ARRAY(Text)))))
DELETE_OF_ACCOUNT: Final = Statement(delete(AlertRow).where(AlertRow.receiver_id == bindparam("account_id")))
ERASE_ACTOR: Final = Statement(
    update(AlertRow)
    .where(AlertRow.actor_id == bindparam("account_id"))
    .values(words=AlertRow.words.op("||")(func.jsonb_build_object("name", "")))
)
# Older alerts name their order in their source alone.
FORGET_GUEST: Final = Statement(
    update(AlertRow)
    .where(
        AlertRow.receiver_id == bindparam("provider_id"),
        AlertRow.actor_id.is_(None),
        or_(
            AlertRow.words.op("->>")(literal_column("'order_id'")) == bindparam("order_id", type_=Text()),
            func.split_part(AlertRow.source, literal_column("':'"), literal_column("2"))
            == bindparam("order_id", type_=Text()),
        ),
    )
    .values(words=AlertRow.words.op("||")(func.jsonb_build_object("name", "")))
)

_values: Final = params(
    "id", "source", "receiver_id", "kind", "actor_id", "words", "url", "status", "created_at", "group_key"
)
_new: Final = insert(AlertRow).values(_values)
INSERT_ALONE: Final = Statement(
    _new.on_conflict_do_nothing(
        index_elements=[AlertRow.source, AlertRow.receiver_id, AlertRow.kind]
    ).returning(*ALERT_COLUMNS),
    into=Alert,
)
_grown: Final = (
    _new.on_conflict_do_update(
        index_elements=[AlertRow.receiver_id, AlertRow.group_key],
        index_where=and_(_UNREAD, AlertRow.group_key.is_not(None)),
        set_={
            "count": AlertRow.count + literal_column("1"),
            "moved_id": _new.excluded.id,
            "actor_id": _new.excluded.actor_id,
            "words": _new.excluded.words,
            "url": _new.excluded.url,
            "created_at": func.greatest(AlertRow.created_at, _new.excluded.created_at),
        },
    )
    .returning(*ALERT_COLUMNS)
    .cte("grown")
)
# The statement that finds the alert links the fact to it: one round trip for each of the many social events.
_linked: Final = (
    update(AlertFactRow)
    .where(
        AlertFactRow.source == bindparam("source"),
        AlertFactRow.receiver_id == bindparam("receiver_id"),
        AlertFactRow.kind == bindparam("kind"),
    )
    .values(alert_id=_grown.c.id)
    .cte("linked")
)
GROW: Final = Statement(select(_grown).add_cte(_linked), into=Alert)
_earlier: Final = aliased(AlertFactRow)
_has_alert: Final = exists().where(
    AlertRow.source == bindparam("source"),
    AlertRow.receiver_id == bindparam("receiver_id"),
    AlertRow.kind == bindparam("kind"),
)
_was_told_of_actor: Final = exists().where(
    _earlier.receiver_id == bindparam("receiver_id"),
    _earlier.actor_id == bindparam("actor_id"),
    AlertRow.id == _earlier.alert_id,
    AlertRow.group_key == bindparam("group_key"),
    or_(_UNREAD, _earlier.id >= bindparam("since")),
)
_FACT: Final = ("source", "receiver_id", "kind", "id", "actor_id")
INSERT_FACT: Final = Statement(
    insert(AlertFactRow)
    .from_select(
        _FACT,
        select(*(bindparam(name, type_=Text()) for name in _FACT)).where(
            not_(_has_alert), not_(and_(bindparam("of_people", type_=Boolean()), _was_told_of_actor))
        ),
    )
    .on_conflict_do_nothing(index_elements=[AlertFactRow.source, AlertFactRow.receiver_id, AlertFactRow.kind])
    .returning(AlertFactRow.id)
)
_pushed: Final = aliased(AlertRow)
MARK_PUSHED: Final = Statement(
    update(AlertRow)
    .where(
        AlertRow.id == bindparam("alert_id"),
        not_(
            exists().where(
                _pushed.receiver_id == AlertRow.receiver_id,
                _pushed.group_key == AlertRow.group_key,
                _pushed.pushed_at > bindparam("since"),
            )
        ),
    )
    .values(pushed_at=bindparam("now"))
    .returning(AlertRow.id)
)


async def insert_alone(tx: Transaction, values: Mapping[str, object]) -> Alert | None:
    """Write an alert that does not grow; None when its fact has an alert already."""
    return await INSERT_ALONE.one(tx, **values)


async def grow(tx: Transaction, values: Mapping[str, object]) -> Alert:
    """Write an alert of a group, or let the group's unread alert grow by one; its fact is linked to it."""
    grown = await GROW.one(tx, **values)
    assert grown is not None  # it writes a row or updates one
    return grown


async def insert_fact(tx: Transaction, values: Mapping[str, object], *, of_people: bool, since: str) -> bool:
    """Write a fact of a group; False when it is no news.

    It is none when the fact was counted before. Where the group counts people (`of_people`), neither is
    what an actor does again while the first time is unread, or has an id from `since` on.
    """
    return await INSERT_FACT.one(tx, **values, of_people=of_people, since=since) is not None


async def mark_pushed(tx: Transaction, alert_id: str, now: datetime, since: datetime) -> bool:
    """Note that the alert is pushed now; False when its group was pushed after `since`."""
    return await MARK_PUSHED.one(tx, alert_id=alert_id, now=now, since=since) is not None


async def page_of(
    tx: Connection, receiver_id: str, limit: int, before: str | None = None
) -> FoundAlerts | None:
    """The newest alerts of an account, those after the place `before` when given; None when there are none.

    List and count are of one moment: an alert that is raised meanwhile is in both or in neither, so that a
    client who hears of it live knows whether it has been counted.
    """
    statement = FIND_PAGE_BEFORE if before else FIND_PAGE
    rows = await statement.all(tx, receiver_id=receiver_id, limit=limit, before=before)
    if not rows:
        return None
    many, first = len(ALERT_COLUMNS), rows[0]
    receiver = {name: first[f"receiver_{name}"] for name in _READING}
    people: dict[str, Person] = {}
    for row in rows:
        actor_id = row["actor_id"]
        if actor_id and actor_id not in people:
            people[actor_id] = _actor_of(row)
    known = people.get(receiver_id) or Person(receiver_id)
    people[receiver_id] = known if receiver["language"] is None else known._replace(**receiver)
    alerts = sorted((Alert(*row[:many]) for row in rows), key=lambda alert: alert.place, reverse=True)
    return FoundAlerts(alerts, first["unread"], people)


def _actor_of(row: Record) -> Person:
    """The actor of a row; a person without a name when nothing is known of the account."""
    if row["actor_name"] is None:
        return Person(row["actor_id"])
    return Person(
        row["actor_id"],
        name=row["actor_name"],
        username=row["actor_username"],
        avatar=row["actor_avatar"],
        onboarded=row["actor_onboarded"],
        deleted=row["actor_deleted"],
    )


async def unread_of(tx: Connection, receiver_id: str) -> int:
    """How many alerts of an account are unread; `MOST_COUNTED` means that many or more."""
    return await COUNT_UNREAD.value(tx, receiver_id=receiver_id)


async def visible_facts_of(
    tx: Connection, receiver_id: str, alert_ids: Sequence[str]
) -> dict[str, VisibleFacts]:
    """By id of each alert: its facts without those of accounts behind a block."""
    rows = await COUNT_VISIBLE_FACTS.all(tx, receiver_id=receiver_id, alert_ids=alert_ids)
    return {row.alert_id: VisibleFacts(row.count, row.actors[0], row.sources[0]) for row in rows}


async def find_alert(tx: Connection, alert_id: str) -> Alert | None:
    """The alert with this id."""
    return await FIND.one(tx, alert_id=alert_id)


async def all_alerts_of(tx: Connection, receiver_id: str) -> list[Alert]:
    """Every stored alert of the account, oldest first."""
    return await FIND_OF_ACCOUNT.all(tx, receiver_id=receiver_id)


async def mark_read(tx: Transaction, receiver_id: str, alert_ids: Sequence[str] | None) -> None:
    """Mark alerts of an account as read: those named, or all with None. Others' and hidden ones stay."""
    if alert_ids is None:
        await MARK_ALL_READ.run(tx, receiver_id=receiver_id)
    else:
        await MARK_READ.run(tx, receiver_id=receiver_id, alert_ids=alert_ids)


async def erase_alerts(tx: Transaction, account_id: str) -> None:
    """Delete an account's alerts, and its name in those of others."""
    await DELETE_OF_ACCOUNT.run(tx, account_id=account_id)
    await ERASE_ACTOR.run(tx, account_id=account_id)


async def forget_guest(tx: Transaction, provider_id: str, order_id: str) -> None:
    """Erase the guest's name in the provider's alerts about an order."""
    await FORGET_GUEST.run(tx, provider_id=provider_id, order_id=order_id)
