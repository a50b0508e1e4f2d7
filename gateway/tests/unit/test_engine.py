"""The engine that renders pages: what a page that fails means for the others."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from gateway.pages.engine import CallAnswer, Engine, PageOrder, RenderingFailed
from testkit.screen_script import screen_script

ADDRESSES = ["/fine", "/lost", "/throws", "/hangs", "/grows", "/later-0", "/later-1", "/later-2"]


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(screen_script({each: [f"/api/of{each}"] for each in ADDRESSES}), seconds=0.5)
    yield engine
    engine.close()


def order(address: str) -> PageOrder:
    return PageOrder(address, "en", ("en",), 0, big_screen=True, timezone="")


async def opened(engine: Engine, address: str) -> int:
    page, calls = await engine.open(order(address))
    assert calls == [f"/api/of{address}"]
    return page


async def rendered(engine: Engine, page: int, body: str) -> object:
    assert await engine.answer(page, [CallAnswer(200, {}, body.encode())]) == []
    return (await engine.render(page)).state


async def test_a_page_that_fails_leaves_the_others_as_they_are(engine: Engine) -> None:
    page, failing = await opened(engine, "/fine"), await opened(engine, "/throws")
    with pytest.raises(RenderingFailed, match="cannot be shown"):
        await rendered(engine, failing, "{}")
    assert await rendered(engine, page, "mine") == {"address": "/fine", "bodies": ["mine"]}


@pytest.mark.parametrize("address", ["/hangs", "/grows"])
async def test_a_page_that_takes_too_much_ends_and_the_next_is_rendered(engine: Engine, address: str) -> None:
    lost, failing = await opened(engine, "/lost"), await opened(engine, address)
    with pytest.raises(RenderingFailed):
        await rendered(engine, failing, "{}")
    later = [await opened(engine, f"/later-{number}") for number in range(3)]
    with pytest.raises(RenderingFailed, match="not open"):
        await engine.answer(lost, [CallAnswer(200, {}, b"of the lost page")])
    for number, page in enumerate(later):
        assert await rendered(engine, page, "mine") == {"address": f"/later-{number}", "bodies": ["mine"]}


async def test_a_dropped_page_is_forgotten(engine: Engine) -> None:
    page = await opened(engine, "/fine")
    engine.drop(page)
    with pytest.raises(RenderingFailed, match="not open"):
        await engine.render(page)


async def test_a_script_that_does_not_run_fails_each_page_and_is_not_tried_for_each() -> None:
    broken = Engine("throw new Error('of another build')")
    with pytest.raises(RenderingFailed, match="of another build"):
        await broken.open(order("/fine"))
    with pytest.raises(RenderingFailed, match="a moment ago"):
        await broken.open(order("/fine"))
    broken.close()


def test_the_process_of_the_engine_ends_when_its_gateway_has_gone() -> None:
    started = [sys.executable, "-I", "-m", "gateway.pages.script_process", "5"]
    ended = subprocess.run(  # noqa: S603 - our own program
        started, input=b'"1 + 1"\n', capture_output=True, check=True, timeout=20
    )
    assert ended.stdout == b'{"value":"2"}\n'
