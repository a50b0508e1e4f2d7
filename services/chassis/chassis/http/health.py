"""Liveness (the process answers) and readiness (it can serve).

A service can serve when its database answers, that database has been migrated for it, and it has had the
public keys that verify tokens. Callers learn no more than whether that holds; what is missing, and what is
degraded, is told on the port for operators (`chassis.readiness`).
"""

import asyncio
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from sqlalchemy import literal, select

from chassis import tracing
from chassis.db import Database, Statement
from chassis.http.published_keys import PublishedKeys
from chassis.readiness import ProcessState, Readiness
from chassis.schema_revision import ANSWER_SECONDS, SchemaRevision

_ANSWERS: Final = Statement(select(literal(1)))
router = APIRouter(prefix="/health", include_in_schema=False)


@router.get("/live")
async def live() -> dict[str, bool]:
    """The process is up."""
    return {"live": True}


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Whether the process can serve; 503 until it can, and from the moment when it is told to stop."""
    found = await checks(request.app)
    return Response(found.for_callers(), 200 if found.ready else 503, media_type="application/json")


async def checks(app: FastAPI) -> Readiness:
    """What the service needs and uses, and whether it is there. It takes one small statement."""
    state: ProcessState = app.state.process
    if not state.started:
        return Readiness({"start": False})
    revision: SchemaRevision = app.state.schema_revision
    keys: PublishedKeys = app.state.published_keys
    if not keys.known_once:
        await keys.fetch()  # they may be had by now
    with tracing.of(app).untraced():
        answers = await _database_answers(app.state.second_database, revision)
    needs = {"database": answers, "schema": revision.fits, "keys": keys.known_once}
    details = {"schema": revision.details} if revision.details else {}
    return Readiness(needs, state.uses(), details, state.stopping)


async def _database_answers(database: Database, revision: SchemaRevision) -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            if not revision.fits:
                await revision.look(database)
                return True
            async with database.reading() as tx:
                await _ANSWERS.value(tx)
    except Exception:  # for any error of the database, this process cannot serve
        return False
    return True
