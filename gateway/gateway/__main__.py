"""`python -m gateway serve` serves requests; `... openapi` prints the OpenAPI of the composed calls."""

import argparse
import sys

import orjson
import uvicorn

from gateway.app import create_app
from gateway.composed.openapi import composed_openapi
from gateway.settings import GatewaySettings
from gateway.uvicorn_options import uvicorn_options


def serve(settings: GatewaySettings) -> None:
    """Serve until SIGTERM or SIGINT, then finish open requests within `settings.drain_seconds`."""
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        **uvicorn_options(settings),
    )


def main() -> None:
    """Run the command that the command line names."""
    parser = argparse.ArgumentParser(prog="gateway")
    parser.add_argument("command", choices=("serve", "openapi"))
    if parser.parse_args().command == "serve":
        serve(GatewaySettings())
    else:
        sys.stdout.buffer.write(orjson.dumps(composed_openapi(), option=orjson.OPT_INDENT_2))


if __name__ == "__main__":
    main()
