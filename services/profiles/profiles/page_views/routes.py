"""Counting a view of a provider's page, and the views for figures (product.md 3.11; api.md 3 and 8)."""

from datetime import date
from typing import Annotated

from chassis.http.callers import Account, Anyone, viewer_id
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text
from fastapi import APIRouter, Header
from pydantic import BaseModel

from profiles.page_views.counting import RequestViews
from profiles.page_views.rules import first_needed, is_program
from profiles.page_views.store import views_of

router = APIRouter(tags=["profile"], route_class=Route)


class PageOpened(BaseModel):
    """Whose page was opened."""

    iv_owner_id: Annotated[str, Text(Required(), TextMax(64))]


class PageViews(BaseModel):
    """How often the caller's page was opened on each day that had views."""

    views: dict[date, int]


@router.post("/api/count_page_view")
async def count_page_view(
    opened: PageOpened, caller: Anyone, views: RequestViews, user_agent: Annotated[str, Header()] = ""
) -> Answer[None]:
    """Count that somebody opened a provider's page. Programs and the provider are not counted.

    It only adds to a number in memory: no statement is run, and nothing of the caller is kept.
    """
    if viewer_id(caller) != opened.iv_owner_id and not is_program(user_agent):
        views.add(opened.iv_owner_id)
    return done(None)


@router.get("/internal/page_views")
async def internal_page_views(
    from_date: date, to_date: date, caller: Account, tx: Reading
) -> Answer[PageViews]:
    """The views of the caller's page in a range of days and in the one before it."""
    first = first_needed(from_date, to_date)
    return done(PageViews(views=await views_of(tx, caller.id, first, to_date)))
