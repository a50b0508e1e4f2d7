"""The route class of every router. Its reads are answered by a plan (`chassis.http.read_plan`).

FastAPI documents every route, and it solves each that writes: there an unreadable body is refused before the
caller is checked.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from chassis.http.read_plan import Handler, ReadPlan, plan_of
from chassis.http.stale_statements import run_again_if_stale

Endpoint = Callable[..., Awaitable[object]]


class Route(APIRoute):
    """A route whose GET has a plan, unless it takes what only FastAPI gives, such as a header."""

    respond: Handler | None = None
    """Answers a request by the plan, for `chassis.http.direct_routes`; None without a plan."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Takes the arguments of `APIRoute`."""
        super().__init__(path, endpoint, **options)
        if self._plan():
            self.respond = self.get_route_handler()

    def get_route_handler(self) -> Handler:
        """The plan's handler, or FastAPI's where there is none."""
        plan = self._plan()
        return plan.handler() if plan else super().get_route_handler()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        await run_again_if_stale(super().handle, scope, receive, send)

    def _plan(self) -> ReadPlan | None:
        if self.methods != {"GET"}:
            return None
        return plan_of(self.endpoint, self.dependant, self.response_model)
