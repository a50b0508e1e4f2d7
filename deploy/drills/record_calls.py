"""`make record-calls`: records how a commit answers the calls of a journey, for the tests of later versions.

The commit's code is taken out of git and serves in a set of its own, as `make upgrade` does it. What it
answers is written to deploy/testkit/former_calls/recorded, to a file that is named for the commit's date.

python -m drills.record_calls [commit, or the last release]
"""

import asyncio
import sys
from pathlib import Path

from client.mailbox_client import MailboxClient
from client.operations import operations
from local.cluster import NO_BROKER, Cluster, running_cluster
from local.databases import connected
from local.folders import temporary_folder
from local.rabbitmq import find_broker
from testkit.environments import settings_of_parts
from testkit.former_calls.journey import travel
from testkit.former_calls.recorder import Recorder
from testkit.former_calls.recording import FOLDER, Recording

from drills.customers import open_http
from drills.former_release import base, committed, take_out
from drills.running import NotTried

OPENAPI = Path("proto-contracts/generated/openapi.json")


def record(commit: str, folder: Path) -> Recording:
    """Start a set with the code of this commit in this folder, and make the calls. Raises NotTried."""
    if find_broker(Path()) is None:
        raise NotTried(NO_BROKER)
    code = take_out(commit, folder / "former")
    calls = sorted({f"{each.method} {each.call}" for each in operations(folder / "former" / OPENAPI)})
    with running_cluster(Cluster(folder / "set", extra=settings_of_parts(), code=code)) as cluster:
        return asyncio.run(_journey(cluster, commit, tuple(calls)))


async def _journey(cluster: Cluster, commit: str, calls: tuple[str, ...]) -> Recording:
    async with connected(cluster.database_urls["booking"]) as database, open_http(cluster.url) as http:
        recorder = Recorder(http, MailboxClient(http, cluster.mail.list_url), database, calls)
        await travel(recorder)
        return recorder.recording(commit, calls)


def main() -> int:
    """Record, and say where; returns 1 where nothing can be recorded."""
    try:
        commit, day = committed(sys.argv[1] if len(sys.argv) > 1 else base())
        with temporary_folder("record-calls") as folder:
            recording = record(commit, folder)
    except NotTried as reason:
        print(f"Nothing was recorded: {str(reason).rstrip('.')}.")
        return 1
    path = FOLDER / f"{day}.json"
    recording.write(path)
    print(f"{len(recording.steps)} steps of {commit[:12]} are in {path}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
