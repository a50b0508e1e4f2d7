"""Writes the views that were counted in memory, every few seconds (product.md 3.11)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Annotated, Final

import structlog
from chassis.clock import Now
from chassis.db import Database, Transaction
from chassis.jobs import job
from chassis.retention import Retention, prune
from fastapi import Depends, FastAPI, Request

from profiles.page_views.models import PageViewRow
from profiles.page_views.rules import KEPT_FOR, Views
from profiles.page_views.store import add_views

WRITE_EVERY: Final = 5.0
"""Seconds. What was counted since then is lost with a process that is killed."""
OLD_VIEWS: Final = Retention(PageViewRow, PageViewRow.day, keeps=KEPT_FOR, bound=datetime.date)
log = structlog.get_logger()


async def write_views(views: Views, database: Database, now: datetime) -> None:
    """Write what was counted. When the database fails, it is counted on."""
    taken = views.take()
    if not taken:
        return
    try:
        async with database.writing() as tx:
            await add_views(tx, taken, now)
    except Exception:
        for provider_id, count in taken.items():
            views.add(provider_id, count)
        raise


@asynccontextmanager
async def counting(app: FastAPI) -> AsyncGenerator[None]:
    """Counts views while the service runs; they are written once more when it stops."""
    app.state.page_views = views = Views()
    database: Database = app.state.database
    clock: Now = app.state.clock

    async def write() -> None:
        while True:
            await asyncio.sleep(WRITE_EVERY)
            try:
                await write_views(views, database, clock())
            except Exception:
                log.exception("views not written")

    task = asyncio.create_task(write(), name="page views")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        try:
            await write_views(views, database, clock())
        except Exception:
            log.exception("views lost")


async def _views_of(request: Request) -> Views:
    return request.app.state.page_views


RequestViews = Annotated[Views, Depends(_views_of)]


@job(every=timedelta(hours=1), prunes=(OLD_VIEWS,))
async def forget_old_views(tx: Transaction, now: datetime) -> bool:
    """Delete views that are older than figures go back."""
    return await prune(tx, (OLD_VIEWS,), now)
