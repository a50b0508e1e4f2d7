"""Calls about figures, which the gateway composes with the views of the page (api.md 8): 403 for anybody but
providers.
"""

from typing import Annotated, Final

from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.figures import FiguresAnswer
from fastapi import APIRouter, Query, Response

from booking.figures import service
from booking.figures.schemas import FiguresAsked, PageViews
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)
_FILE: Final = {
    "Content-Disposition": 'attachment; filename="openhours-figures.csv"',
    "Cache-Control": "no-store",
}


@router.post("/figures")
async def internal_figures(
    asked: Annotated[FiguresAsked, Query()], page: PageViews, caller: ProviderAccount, tx: Reading
) -> Answer[FiguresAnswer]:
    """The caller's figures, for get_figures."""
    return done(await service.figures(tx, caller.id, asked, page))


@router.post("/figures_file", include_in_schema=False)
async def internal_figures_file(
    asked: Annotated[FiguresAsked, Query()], page: PageViews, caller: ProviderAccount, tx: Reading
) -> Response:
    """The caller's figures as a CSV file, for download_figures."""
    content = await service.figures_file(tx, caller.id, asked, page)
    return Response(content, media_type="text/csv; charset=utf-8", headers=_FILE)
