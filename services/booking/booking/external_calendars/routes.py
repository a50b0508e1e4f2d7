"""Calls about external calendars: add, look, read again, remove. An addition to api.md 4."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Depends, Request

from booking.external_calendars import service
from booking.external_calendars.fetch import CalendarFetcher
from booking.external_calendars.schemas import CalendarId, Calendars, NewCalendar, OneCalendar
from booking.orders.schemas import Nothing

router: Final = APIRouter(prefix="/api", tags=["busy"], route_class=Route)


async def _fetcher(request: Request) -> CalendarFetcher:
    return request.app.state.calendar_fetcher


Fetcher = Annotated[CalendarFetcher, Depends(_fetcher)]


@router.get("/get_external_calendars")
async def get_external_calendars(caller: Account, tx: Reading) -> Answer[Calendars]:
    """The caller's other calendars, and whether they could be read."""
    return done(Calendars(calendars=await service.shown_calendars(tx, caller.id)))


@router.post("/add_external_calendar")
async def add_external_calendar(
    wanted: NewCalendar, caller: Account, database: SecondDatabase, clock: Clock, fetcher: Fetcher
) -> Answer[OneCalendar]:
    """Let the busy times of another calendar block the caller's slots; it is read at once.

    No transaction is open while the other server takes its time.
    """
    added = await service.add_and_read(database, fetcher, caller.id, wanted, clock())
    return done(OneCalendar(calendar=added), "Your calendar was successfully added.")


@router.post("/check_external_calendar")
async def check_external_calendar(
    wanted: CalendarId, caller: Account, database: SecondDatabase, clock: Clock, fetcher: Fetcher
) -> Answer[OneCalendar]:
    """Read one of the caller's calendars again now; not more often than every ten seconds."""
    calendar = await service.read_again(database, fetcher, caller.id, wanted.iv_calendar_id, clock())
    return done(OneCalendar(calendar=calendar))


@router.post("/remove_external_calendar")
async def remove_external_calendar(
    wanted: CalendarId, caller: Account, tx: Writing, clock: Clock
) -> Answer[Nothing]:
    """Forget one of the caller's calendars; its busy times are free again."""
    await service.remove(tx, caller.id, wanted.iv_calendar_id, clock())
    return done(Nothing(), "Your calendar was successfully removed.")
