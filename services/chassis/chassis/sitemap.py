"""The pages of a service's sitemap (sitemaps.org). Each is a range of keys, so it costs what it lists."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, bindparam, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from chassis.db import Connection, Statement, Transaction, params

ENTRIES_OF_A_PAGE: Final = 10_000
"""When a page is full. What is listed later among its keys still fits in (product.md 2.9)."""
MOST_OF_A_PAGE: Final = 50_000
"""The protocol's limit for one sitemap."""


class SitemapPageColumns:
    """The columns of a table of pages, a row for each but the first, which begins with the first key of all.

    The table declares `first_id`, the first key of a page, in the type of its keys.
    """

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    first_id: Mapped[str]


class SitemapRange(NamedTuple):
    """The keys of a page: from `first_id` up to, but not including, `next_id`; "" for no border."""

    first_id: str
    next_id: str


class SitemapPages:
    """The pages kept in the mapped table `page`, of the rows with the key `key` for which `listed` holds."""

    def __init__(
        self,
        page: type[SitemapPageColumns],
        key: InstrumentedAttribute[str],
        listed: ColumnElement[bool] | None = None,
    ) -> None:
        number, first_id = page.number, page.first_id
        self._key = key
        self._listed = () if listed is None else (listed,)
        self.count_pages: Final = Statement(select(1 + func.count()).select_from(page))
        self.last_page: Final = Statement(select(number, first_id).order_by(number.desc()).limit(1))
        self.first_of_next: Final = Statement(
            select(key)
            .where(key >= bindparam("first_id"), *self._listed)
            .order_by(key)
            .offset(bindparam("entries"))
            .limit(1)
        )
        self.add_page: Final = Statement(
            insert(page).values(params("number", "first_id")).on_conflict_do_nothing()
        )
        self.borders: Final = Statement(
            select(number, first_id)
            .where(number.between(bindparam("number"), bindparam("number") + 1))
            .order_by(number)
        )

    def in_range(self) -> tuple[ColumnElement[Any], ...]:
        """The condition for entries of a page, whose `SitemapRange` gives the values. ~ is after every id."""
        end = func.coalesce(func.nullif(bindparam("next_id"), literal_column("''")), literal_column("'~'"))
        return (self._key >= bindparam("first_id"), self._key < end, *self._listed)

    async def count(self, tx: Connection) -> int:
        """How many pages there are; one at least."""
        return await self.count_pages.value(tx)

    async def range_of(self, tx: Connection, number: int) -> SitemapRange | None:
        """The keys of a page; None when there is no such page."""
        if not 0 < number < 1_000_000:
            return None
        borders = {row.number: row.first_id for row in await self.borders.all(tx, number=number)}
        if number != 1 and number not in borders:
            return None
        return SitemapRange(borders.get(number, ""), borders.get(number + 1, ""))

    async def add_full_page(self, tx: Transaction, entries: int = ENTRIES_OF_A_PAGE) -> bool:
        """Begin another page when the last one is full; returns whether it was. Costs one page's keys."""
        last = await self.last_page.one(tx)
        number, first_id = (last.number, last.first_id) if last else (1, "")
        next_id = await self.first_of_next.value(tx, first_id=first_id, entries=entries)
        if next_id is None:
            return False
        await self.add_page.run(tx, number=number + 1, first_id=next_id)
        return True

    async def add_pages(self, tx: Transaction, now: datetime) -> None:
        """Begin pages as they fill up."""
        del now
        while await self.add_full_page(tx):
            continue
