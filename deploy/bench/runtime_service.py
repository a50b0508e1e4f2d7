"""The service that the comparison of runtimes asks: notifications, with tokens of its own."""

import gc
from typing import Final, Literal

import uvicorn
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from local.app_registry import build_app
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from testkit.fake_identity import Tokens

READER: Final = "reader"
"""The account that reads."""
TOKEN_PATH: Final = "/bench/token"  # noqa: S105  a path


def with_token(app: ASGIApp, tokens: Tokens) -> ASGIApp:
    """The application, which also returns a token of the reader."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == TOKEN_PATH:
            await Response(tokens.account(READER))(scope, receive, send)
        else:
            await app(scope, receive, send)

    return answer


def serve(
    url: str, port: int, loop: Literal["uvloop", "asyncio"], parser: Literal["httptools", "h11"]
) -> None:
    """Serve as `chassis.cli.serve` does, but with this loop and this parser of HTTP."""
    tokens = Tokens()
    settings: dict[str, object] = {"database_url": url, "log_level": "WARNING"}
    app = build_app("notifications", settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    gc.collect()
    gc.freeze()
    uvicorn.run(
        with_token(app, tokens),
        port=port,
        loop=loop,
        http=parser,
        access_log=False,
        log_config=None,
        server_header=False,
    )
