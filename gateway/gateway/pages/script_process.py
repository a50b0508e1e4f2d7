"""A process that runs JavaScript in V8: `python -m gateway.pages.script_process <seconds>`.

Each line that it is sent is a script, as a JSON string. It answers each with one line: `{"value": ...}`, a
string, or `{"failure": ...}`. A script that takes longer than <seconds> or too much memory ends the process,
because it leaves the engine in an unknown state. The first script is the app's own code, and may take longer.
"""

import os
import signal
import sys
from typing import Final

import orjson
from py_mini_racer import JSEvalException, JSOOMException, JSTimeoutException, MiniRacer

MEMORY_BYTES: Final = 256 * 1024 * 1024
START_SECONDS: Final = 60.0
LONGEST_REASON: Final = 2000


def main(seconds: float) -> None:
    """Answer scripts until no more come. Ctrl-C reaches it too; the gateway decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    engine = MiniRacer()
    engine.set_hard_memory_limit(MEMORY_BYTES)
    limit = START_SECONDS
    for line in sys.stdin.buffer:
        try:
            answer = {"value": str(engine.eval(orjson.loads(line), timeout_sec=limit))}
        except (JSTimeoutException, JSOOMException) as error:
            # The engine's own threads may be busy still, so nothing is closed in order.
            sys.stderr.write(f"{error}\n")
            os._exit(1)
        except JSEvalException as error:
            answer = {"failure": str(error)[:LONGEST_REASON]}
        sys.stdout.buffer.write(orjson.dumps(answer) + b"\n")
        sys.stdout.buffer.flush()
        limit = seconds
    os._exit(0)  # closing the engine may wait for ever for its own threads


if __name__ == "__main__":
    main(float(sys.argv[1]))
