"""Files of clients that are made to use up the processor of who reads them."""

import asyncio
import base64
import io
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import httpx
import pytest
from client.api_client import ApiAnswer
from client.mailbox_client import MailboxClient
from client.personas import Provider, Shop, new_email
from testkit.environments import EmbeddedRun

pytestmark = pytest.mark.service
LARGEST: Final = 1024 * 1024
HEADER: Final = "Name,E-Mail,Phone\n"
AT_ONCE: Final = 8
MOST_TIMES: Final = 4
"""As costly as the largest honest file may a hostile one be."""


def filled(part: str, before: str = HEADER, after: str = "") -> str:
    """A file of almost the largest size, of the same part over and over."""
    room = LARGEST - len((before + after).encode())
    return before + part * (room // len(part.encode())) + after


def rows(cells: str, most: int = 5000) -> str:
    """As many rows of these cells as a file may have; `{n}` is the number of the row."""
    lines, room = io.StringIO(), LARGEST - len(HEADER)
    for number in range(most):
        line = cells.replace("{n}", str(number)) + "\n"
        room -= len(line.encode())
        if room < 0:
            break
        lines.write(line)
    return HEADER + lines.getvalue()


HOSTILE: Final[dict[str, Callable[[], str]]] = {
    "a header of commas": lambda: filled(",", "name,email", "\nx\n"),
    "a header of short names": lambda: filled("é,", "name,", "\nx\n"),
    "a row of commas": lambda: filled(","),
    "a row of quoted nothing": lambda: filled('"",'),
    "rows of commas": lambda: rows("," * 205),
    "quotation marks": lambda: filled('""', HEADER + '"', '",,\n'),
    "a long name": lambda: filled("ﷺ", HEADER, ",,\n"),
    "long names": lambda: rows("ﷺ" * 60 + "{n},,"),
    "long numbers": lambda: rows("a{n},," + "٤" * 90),
    "spaces": lambda: rows("a{n},," + " \u200f" * 45 + "x"),
    "many values in a cell": lambda: rows("a{n}," + ":::" * 300 + "," + ";" * 90),
    "formulas": lambda: rows('"' + ";'" * 450 + '=",' + "a{n}"),
    "a text of a formula": lambda: rows('"=""' + '""""' * 220 + '",a{n},'),
    "apostrophes": lambda: filled("'", HEADER, "=,,\n"),
    "line ends": lambda: filled("\r", HEADER, "x,,\n"),
    "a separator line": lambda: filled(";", "sep=;", "\nname\nx\n"),
    "refused rows": lambda: rows("{n},no address,no number"),
}


async def send(provider: Provider, text: str) -> ApiAnswer:
    """Ask what the import of a file would do."""
    return await provider.post(
        "preview_client_import", iv_media_base=base64.b64encode(text.encode()).decode()
    )


def processor_seconds(run: EmbeddedRun) -> float:
    """What the system has taken of a processor until now."""
    fields = Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def cost(run: EmbeddedRun, provider: Provider, text: str) -> float:
    """Seconds of processor time that reading a file takes, the smaller of two runs."""
    found: list[float] = []
    for _ in range(2):
        before = processor_seconds(run)
        await send(provider, text)
        found.append(processor_seconds(run) - before)
    return min(found)


@pytest.fixture(scope="module")
async def owner(http: httpx.AsyncClient, postbox: MailboxClient) -> Provider:
    """Somebody who may import clients."""
    provider = Provider(http, "Ines", new_email("ines"))
    await provider.join(postbox)
    await provider.open_shop()
    return provider


async def test_no_file_costs_much_more_than_the_largest_honest_one(
    embedded_run: EmbeddedRun, owner: Provider
) -> None:
    honest = rows("Anna Muster {n},anna.muster{n}@example.com,+49 151 2345{n}")
    assert (await send(owner, honest)).data["new"] == 5000
    most = MOST_TIMES * await cost(embedded_run, owner, honest)
    costs = {what: await cost(embedded_run, owner, make()) for what, make in HOSTILE.items()}
    assert {what: spent for what, spent in costs.items() if spent > most} == {}


async def test_what_cannot_be_read_is_refused_beside_the_file(owner: Provider) -> None:
    for what in ("a header of commas", "a row of commas", "rows of quoted nothing"):
        make = HOSTILE.get(what) or (lambda: rows('"",' * 400, 500))
        answer = await send(owner, make())
        assert list(answer.fields) == ["iv_media_base"], what


async def test_others_are_answered_while_files_are_read(owner: Provider, shop: Shop) -> None:
    waits: list[float] = []

    async def look(reading: Sequence[asyncio.Task[ApiAnswer]]) -> None:
        while not all(task.done() for task in reading):
            started = time.monotonic()
            assert (await owner.get("get_provider_profile", username=shop.username)).done
            waits.append(time.monotonic() - started)
            await asyncio.sleep(0.05)

    tasks = [asyncio.create_task(send(owner, HOSTILE["a header of short names"]())) for _ in range(AT_ONCE)]
    await look(tasks)
    assert sorted(waits)[len(waits) // 2] < 0.5
    assert {tuple((await task).fields) for task in tasks} == {("iv_media_base",)}
