"""Statements: what SQLAlchemy's compiler makes of an expression is what the driver runs.

This is the contract test for what is used of SQLAlchemy's compiler; a new version that breaks it fails here.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from chassis.db import Database, Statement, TextStatement, new_metadata, params
from chassis.db.errors import is_outage, violated
from chassis.projections import keep_newest
from sqlalchemy import (
    ARRAY,
    BigInteger,
    DateTime,
    Interval,
    Text,
    any_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

pytestmark = pytest.mark.service
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Model(DeclarativeBase):
    metadata = new_metadata()


class ThingRow(Model):
    __tablename__ = "thing"

    id: Mapped[str] = mapped_column(Text(collation="C"), primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    made_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
    gone: Mapped[bool] = mapped_column(server_default="false")


@dataclass(frozen=True, slots=True)
class Thing:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Swapped:
    name: str
    id: str


COLUMNS = (ThingRow.id, ThingRow.name)
ADD = Statement(insert(ThingRow).values(params("id", "name", "facts", "made_at")))
FIND = Statement(select(*COLUMNS).where(ThingRow.id == bindparam("id")), into=Thing)
SOME = Statement(
    select(*COLUMNS)
    .where(ThingRow.id == any_(bindparam("ids", type_=ARRAY(Text))), ThingRow.revision == 0)
    .order_by(ThingRow.id)
    .limit(bindparam("limit")),
    into=Thing,
)


@pytest.fixture
async def things(database: Database) -> Database:
    """A database with the table, and in it a, b and c."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Model.metadata.create_all)
    async with database.writing() as tx:
        await ADD.run_each(
            tx,
            [
                {"id": each, "name": each.upper(), "facts": {"n": [1, None]}, "made_at": NOON}
                for each in "abc"
            ],
        )
    return database


async def test_rows_become_the_type_that_is_named(things: Database) -> None:
    async with things.reading() as tx:
        assert await FIND.one(tx, id="a") == Thing("a", "A")
        assert await FIND.one(tx, id="x") is None
        assert await SOME.all(tx, ids=["c", "a", "x"], limit=5) == [Thing("a", "A"), Thing("c", "C")]
        assert await SOME.all(tx, ids=["c", "a"], limit=1) == [Thing("a", "A")]
        assert await SOME.column(tx, ids=["c", "b"], limit=5) == ["b", "c"]
        assert await FIND.value(tx, id="b") == "b"


async def test_a_type_whose_fields_are_not_the_columns_is_refused(things: Database) -> None:
    swapped = Statement(select(*COLUMNS).where(ThingRow.id == bindparam("id")), into=Swapped)
    async with things.reading() as tx:
        with pytest.raises(TypeError, match="fields"):
            await swapped.one(tx, id="a")


async def test_json_times_and_constants_pass_as_they_are(things: Database) -> None:
    found = Statement(
        select(
            ThingRow.facts,
            ThingRow.made_at,
            (ThingRow.made_at - bindparam("ago", type_=Interval())).label("before"),
        ).where(ThingRow.name == "A")
    )
    async with things.reading() as tx:
        row = await found.one(tx, ago=timedelta(hours=1))
        assert row is not None
        assert (row.facts, row.made_at, row.before) == ({"n": [1, None]}, NOON, NOON - timedelta(hours=1))


async def test_the_session_reads_and_writes_the_same_json(things: Database) -> None:
    async with things.writing() as tx:
        tx.session.add(ThingRow(id="d", name="D", facts={"é": "ü"}))
    async with things.reading() as tx:
        assert await tx.session.scalar(select(ThingRow.facts).where(ThingRow.id == "d")) == {"é": "ü"}
        assert await Statement(select(ThingRow.facts).where(ThingRow.id == "d")).value(tx) == {"é": "ü"}


async def test_updates_ctes_and_aggregates_compile(things: Database) -> None:
    renamed = (
        update(ThingRow)
        .where(ThingRow.id == bindparam("id"))
        .values(name=bindparam("name"), revision=ThingRow.revision + 1)
        .returning(ThingRow.id, ThingRow.revision)
        .cte("renamed")
    )
    rename = Statement(select(renamed.c.id, renamed.c.revision, literal_column("'yes'").label("done")))
    locked = select(ThingRow.id).order_by(ThingRow.id).limit(1).with_for_update(skip_locked=True)
    take = Statement(delete(ThingRow).where(ThingRow.id == locked.scalar_subquery()).returning(ThingRow.id))
    async with things.writing() as tx:
        assert tuple(await rename.one(tx, id="b", name="Bee") or ()) == ("b", 1, "yes")
        assert await Statement(select(func.count()).select_from(ThingRow)).value(tx) == 3
        assert await take.value(tx) == "a"


async def test_what_raises_undoes_the_transaction_or_its_savepoint_alone(things: Database) -> None:
    async def add_and_raise() -> None:
        async with things.writing() as tx:
            await ADD.run(tx, id="d", name="D", facts={}, made_at=None)
            raise LookupError

    with pytest.raises(LookupError):
        await add_and_raise()
    async with things.writing() as tx:
        await ADD.run(tx, id="e", name="E", facts={}, made_at=None)
        with pytest.raises(asyncpg.UniqueViolationError) as lost:
            async with tx.savepoint():
                await ADD.run(tx, id="f", name="E", facts={}, made_at=None)
    assert violated(lost.value) == "uq_thing_name"
    assert not is_outage(lost.value)
    async with things.reading() as tx:
        assert await SOME.column(tx, ids=["d", "e", "f"], limit=9) == ["e"]


async def test_the_constraint_is_named_through_the_session_too(things: Database) -> None:
    async def add_twice() -> None:
        async with things.writing() as tx:
            tx.session.add(ThingRow(id="g", name="A"))

    with pytest.raises(Exception, match="uq_thing_name") as lost:
        await add_twice()
    assert violated(lost.value) == "uq_thing_name"
    assert violated(LookupError()) is None


async def test_a_read_outside_begins_no_transaction_and_autocommit_needs_none(things: Database) -> None:
    inside = Statement(select(func.pg_current_xact_id_if_assigned().is_not(None)))
    async with things.writing() as tx:
        await FIND.outside_transaction(tx, id="a")
        assert not (await tx.idle_driver()).is_in_transaction()
        await ADD.autocommit(tx, id="h", name="H", facts={}, made_at=None)
        assert not (await tx.idle_driver()).is_in_transaction()
        await ADD.run(tx, id="i", name="I", facts={}, made_at=None)
        assert (await tx.idle_driver()).is_in_transaction()
        assert await inside.value(tx)
    assert await things.read_one(FIND, {"id": "i"}) == Thing("i", "I")


async def test_rows_stream_and_texts_have_named_values(things: Database) -> None:
    every = TextStatement(
        "SELECT id, name FROM thing WHERE id > :after AND id::text <> :not ORDER BY id", into=Thing
    )
    async with things.writing() as tx:
        assert [row.id async for row in every.stream(tx, **{"after": "a", "not": "c"})] == ["b"]


async def test_a_projection_keeps_the_newest_whatever_comes_last(things: Database) -> None:
    async def keep(name: str, revision: int) -> bool:
        async with things.writing() as tx:
            values = {"id": "p", "name": name, "revision": revision}
            return await keep_newest(tx, ThingRow, ["id"], values, unless="gone")

    assert await keep("first", 2)
    assert not await keep("older", 1)
    assert await keep("again", 2), "the same revision is written once more"
    assert await keep("newer", 3)
    async with things.reading() as tx:
        assert await FIND.one(tx, id="p") == Thing("p", "newer")
    async with things.writing() as tx:
        await tx.session.execute(text("UPDATE thing SET gone = true WHERE id = 'p'"))
    assert not await keep("after its end", 4)
    async with things.reading() as tx:
        assert await FIND.one(tx, id="p") == Thing("p", "newer")
