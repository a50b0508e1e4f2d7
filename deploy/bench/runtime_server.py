"""One service with chosen parts below it, for the comparison of runtimes.

python -m bench.runtime_server uvloop|asyncio httptools|h11 orjson|json URL PORT
"""

import importlib
import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Literal, cast

Loop = Literal["uvloop", "asyncio"]
Parser = Literal["httptools", "h11"]


def standard_json() -> ModuleType:
    """What stands for orjson: Python's own json, with the names of orjson that services use."""

    def dumps(value: object, default: Callable[[object], object] = str, option: int = 0) -> bytes:
        return json.dumps(value, default=default, ensure_ascii=False, separators=(",", ":")).encode()

    own = ModuleType("orjson")
    names: dict[str, object] = {
        "dumps": dumps,
        "loads": json.loads,
        "JSONDecodeError": json.JSONDecodeError,
        "JSONEncodeError": TypeError,
        "OPT_INDENT_2": 1,
        "OPT_UTC_Z": 2,
    }
    vars(own).update(names)
    return own


def main() -> None:
    """Serve notifications with this loop, this parser of HTTP and this JSON."""
    loop, parser, encoder, url, port = sys.argv[1:]
    if encoder == "json":
        sys.modules["orjson"] = standard_json()  # before anything imports it
    serve = importlib.import_module("bench.runtime_service").serve
    serve(url, int(port), cast(Loop, loop), cast(Parser, parser))


if __name__ == "__main__":
    main()
