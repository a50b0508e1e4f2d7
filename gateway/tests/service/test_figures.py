"""get_figures and download_figures: booking's figures with the views that profiles has counted."""

import orjson
from starlette.types import Receive, Scope, Send
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
RANGE = "from_date=2027-01-04&to_date=2027-01-10"
VIEWS = {"views": {"2027-01-05": 2}}
FIGURES = {"figures": {"bookings": 3}}


class Booking:
    """Booking, which keeps what it was asked by query and body."""

    def __init__(self, harness: GatewayHarness) -> None:
        self.asked: list[tuple[str, object]] = []
        harness.upstreams["profiles"].answer("/internal/page_views", VIEWS)
        booking = harness.upstreams["booking"]
        booking.answers["/internal/figures"] = self._figures
        booking.answers["/internal/figures_file"] = self._file

    async def _figures(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._keep(scope, receive)
        await answer(send, enveloped(FIGURES), b"application/json")

    async def _file(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._keep(scope, receive)
        await answer(send, b"from,bookings\r\n", b"text/csv; charset=utf-8")

    async def _keep(self, scope: Scope, receive: Receive) -> None:
        self.asked.append((scope["query_string"].decode(), orjson.loads((await receive())["body"])))


async def answer(send: Send, body: bytes, media_type: bytes) -> None:
    headers = [(b"content-type", media_type), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def test_booking_is_told_the_views_of_the_page(harness: GatewayHarness) -> None:
    booking = Booking(harness)
    body = (await harness.client.get(f"/api/get_figures?{RANGE}")).json()
    assert body["data"] == {**FIGURES, "missing": []}
    assert booking.asked == [(RANGE, VIEWS)]


async def test_without_profiles_the_figures_come_without_views(open_harness: OpenHarness) -> None:
    harness = await open_harness(profiles_url=AWAY)
    booking = Booking(harness)
    body = (await harness.client.get(f"/api/get_figures?{RANGE}")).json()
    assert body["data"] == {**FIGURES, "missing": ["views"]}
    assert body["message"]["main_msg"] == "The views of your page cannot be shown right now."
    assert booking.asked == [(RANGE, {"views": None})]


async def test_what_booking_refuses_is_refused(harness: GatewayHarness) -> None:
    Booking(harness)
    refused = enveloped(None, status=False, main_msg="No.")
    harness.upstreams["booking"].answers["/internal/figures"] = (200, {}, refused)
    body = (await harness.client.get("/api/get_figures?from_date=2027-01-04&to_date=x")).json()
    assert (body["status"], body["message"]["main_msg"]) == (False, "No.")


async def test_the_file_is_passed_on_as_it_is(harness: GatewayHarness) -> None:
    booking = Booking(harness)
    found = await harness.client.get(f"/api/download_figures?{RANGE}")
    assert (found.text, found.headers["content-type"]) == ("from,bookings\r\n", "text/csv; charset=utf-8")
    assert booking.asked == [(RANGE, VIEWS)]
