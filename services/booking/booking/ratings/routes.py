"""Calls about ratings: give one, ask for one, answer one, read them (api.md 4)."""

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
from booking.ratings.answers import answer_review, remove_answer
from booking.ratings.schemas import (
    AnswerRemoval,
    AnswerRequest,
    AnswerShown,
    ClientRatingRequest,
    RatingChanged,
    RatingRequest,
    RatingRequestRequest,
    RatingsInfo,
)
from booking.ratings.serializers import rating_changed
from booking.ratings.service import ask_for_rating, rate_client, rate_order, ratings_info
from booking.serialization import instant_text

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


@router.post("/create_client_rating")
async def create_client_rating(
    rating: ClientRatingRequest, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[RatingChanged]:
    """Rate the client of a completed session of the caller's, once."""
    rated = await rate_client(tx, caller, rating, clock())
    return done(
        rating_changed(rated, "provider", "{name} has rated your session."), "Thank you for your review."
    )


@router.post("/answer_rating")
async def answer_rating(
    answer: AnswerRequest, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[AnswerShown]:
    """Answer the client's rating of a session of the caller's, once."""
    now = clock()
    await answer_review(tx, caller, answer.iv_order_id, answer.iv_answer, now)
    return done(
        AnswerShown(answer=answer.iv_answer, answered_date=instant_text(now)), "Your answer is published."
    )


@router.post("/remove_rating_answer")
async def remove_rating_answer(
    removal: AnswerRemoval, caller: ConfirmedAccount, tx: Writing
) -> Answer[AnswerShown]:
    """Take the caller's answer to a rating away."""
    await remove_answer(tx, caller, removal.iv_order_id)
    return done(AnswerShown(answer="", answered_date=""), "Your answer is removed.")


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
