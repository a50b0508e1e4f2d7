"""HTTP between applications of one process: the host in the address names the application."""

import httpx
from starlette.types import ASGIApp


class InProcessTransport(httpx.AsyncBaseTransport):
    """Passes each request to the application that its host names. Raises ConnectError when there is none."""

    def __init__(self) -> None:
        self._apps: dict[str, httpx.ASGITransport] = {}

    def add(self, host: str, app: ASGIApp) -> None:
        """Serve `http://<host>` with this application."""
        self._apps[host] = httpx.ASGITransport(app, raise_app_exceptions=False)

    @staticmethod
    def url(host: str) -> str:
        """The address under which an application is reached."""
        return f"http://{host}"

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See httpx."""
        known = self._apps.get(request.url.host)
        if known is None:
            raise httpx.ConnectError(f"{request.url.host} is not here", request=request)
        return await known.handle_async_request(request)
