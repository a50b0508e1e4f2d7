"""Liveness (the process answers) and readiness (it can serve: its database answers)."""

from fastapi import APIRouter, Request, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from chassis.database import database_of

router = APIRouter(prefix="/health", include_in_schema=False)


@router.get("/live")
async def live() -> dict[str, bool]:
    """The process is up."""
    return {"live": True}


@router.get("/ready")
async def ready(request: Request, response: Response) -> dict[str, bool]:
    """The database answers and the bus is connected; 503 until both are so."""
    checks = {"database": await _database_answers(request), "bus": request.app.state.bus.connected}
    if not all(checks.values()):
        response.status_code = 503
    return checks


async def _database_answers(request: Request) -> bool:
    try:
        async with database_of(request).reading() as session:
            await session.execute(text("SELECT 1"))
    except (OSError, TimeoutError, SQLAlchemyError):
        return False
    return True
