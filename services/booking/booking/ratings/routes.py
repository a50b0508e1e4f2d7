"""Calls about ratings: give one, ask for one, read them (api.md 4)."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from contracts.rules.numbers import PlainWhole
from fastapi import APIRouter, Query

from booking.orders.access import Bearer
from booking.orders.schemas import LinkToken
from booking.projections.confirmed_callers import ConfirmedAccount, ConfirmedOrNoAccount
from booking.ratings.schemas import RatingChanged, RatingRequest, RatingRequestRequest, RatingsInfo
from booking.ratings.serializers import rating_changed
from booking.ratings.service import ask_for_rating, rate_order, ratings_info

router: Final = APIRouter(prefix="/api", tags=["ratings"], route_class=Route)


@router.post("/create_appointment_rating")
async def create_appointment_rating(
    rating: RatingRequest, caller: ConfirmedOrNoAccount, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[RatingChanged]:
    """Rate a completed session, once; a guest does it through the link from the mail."""
    rated = await rate_order(tx, Bearer(caller, token), rating, clock())
    return done(
        rating_changed(rated, "client", "{name} has rated your session."), "Thank you for your review."
    )


@router.post("/create_appointment_request_rating")
async def create_appointment_request_rating(
    wanted: RatingRequestRequest, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[RatingChanged]:
    """Ask the client of a completed session for a rating."""
    asked = await ask_for_rating(tx, caller, wanted, clock())
    return done(
        rating_changed(asked, "provider", "{name} would like you to rate your session."),
        "Your request was successfully sent.",
    )


@router.get("/get_ratings_info/{owner_id}")
async def get_ratings_info(
    owner_id: str,
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    rating: Annotated[
        int | None, Query(ge=1, le=5, description="Only ratings with this many stars"), PlainWhole
    ] = None,
) -> Answer[RatingsInfo]:
    """A provider's ratings, newest first, and their summary."""
    return done(await ratings_info(tx, caller, owner_id, page, rating))
