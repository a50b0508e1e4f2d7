"""Liveness (the process answers) and readiness (it can serve: its database answers)."""

from typing import Final

from fastapi import APIRouter, Request, Response
from sqlalchemy import literal, select

from chassis.db import Statement
from chassis.http.dependencies import database_of

_ANSWERS: Final = Statement(select(literal(1)))
router = APIRouter(prefix="/health", include_in_schema=False)


@router.get("/live")
async def live() -> dict[str, bool]:
    """The process is up."""
    return {"live": True}


@router.get("/ready")
async def ready(request: Request, response: Response) -> dict[str, bool]:
    """The database answers and the bus is connected; 503 until both hold."""
    checks = {"database": await _database_answers(request), "bus": request.app.state.bus.connected}
    if not all(checks.values()):
        response.status_code = 503
    return checks


async def _database_answers(request: Request) -> bool:
    try:
        async with database_of(request).reading() as tx:
            await _ANSWERS.value(tx)
    except Exception:  # for any error of the database, this process cannot serve
        return False
    return True
