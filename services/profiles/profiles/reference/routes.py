"""Reference data for the forms (product.md 3.9), cacheable."""

import gzip
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

import orjson
from chassis.etags import is_known, weak_etag
from chassis.http.envelope import Answer
from chassis.http.route import Route
from contracts import reference
from fastapi import APIRouter, Header, Response
from pydantic import BaseModel

router = APIRouter(prefix="/api", tags=["reference"], route_class=Route)

_CACHING: Final = "public, max-age=3600, stale-while-revalidate=86400"


class ReferenceData(BaseModel):
    """Countries, regions, currencies and the lists that forms choose from."""

    countries: list[dict[str, Any]]
    regions: dict[str, list[str]]
    currencies: list[dict[str, Any]]
    categories: list[dict[str, str]]
    languages: list[str]
    delivery_modes: list[dict[str, str]]
    report_concerns: list[dict[str, str]]
    rating_words: list[dict[str, Any]]
    sample_policy_perks: list[str]
    default_feedback: dict[str, str]
    default_rating_request: str
    first_brief: str


class _ReferenceAnswer(NamedTuple):
    plain: bytes
    packed: bytes
    etag: str


@cache
def _answer() -> _ReferenceAnswer:
    body = orjson.dumps(
        {"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": reference.document()}
    )
    return _ReferenceAnswer(body, gzip.compress(body, mtime=0), weak_etag(body))


@router.get("/get_reference_data", response_model=Answer[ReferenceData])
async def get_reference_data(
    if_none_match: Annotated[str, Header()] = "", accept_encoding: Annotated[str, Header()] = ""
) -> Response:
    """All reference data; 304 when the caller has it already."""
    answer = _answer()
    headers = {"ETag": answer.etag, "Cache-Control": _CACHING, "Vary": "Accept-Encoding"}
    if is_known(answer.etag, if_none_match):
        return Response(status_code=304, headers=headers)
    if "gzip" in accept_encoding:
        headers["Content-Encoding"] = "gzip"
        return Response(answer.packed, media_type="application/json", headers=headers)
    return Response(answer.plain, media_type="application/json", headers=headers)
