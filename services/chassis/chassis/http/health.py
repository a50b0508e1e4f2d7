"""Liveness (the process answers) and readiness (it can serve: its database answers, and the bus is there).

Callers learn no more than that; which part is missing is told on the port for operators.
"""

from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from sqlalchemy import literal, select

from chassis.db import Database, Statement

_ANSWERS: Final = Statement(select(literal(1)))
router = APIRouter(prefix="/health", include_in_schema=False)


@router.get("/live")
async def live() -> dict[str, bool]:
    """The process is up."""
    return {"live": True}


@router.get("/ready")
async def ready(request: Request, response: Response) -> dict[str, bool]:
    """The database answers and the bus is connected; 503 until both hold."""
    all_there = all((await checks(request.app)).values())
    if not all_there:
        response.status_code = 503
    return {"ready": all_there}


async def checks(app: FastAPI) -> dict[str, bool]:
    """What the service needs, and whether it is there."""
    return {"database": await _database_answers(app.state.database), "bus": app.state.bus.connected}


async def _database_answers(database: Database) -> bool:
    try:
        async with database.reading() as tx:
            await _ANSWERS.value(tx)
    except Exception:  # for any error of the database, this process cannot serve
        return False
    return True
