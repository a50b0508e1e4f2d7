"""The bench's comparison of runtimes: what it compares, and what it says of an interpreter."""

import re
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from bench.runtime_server import standard_json
from bench.runtimes import (
    SETTING,
    USUAL,
    Runtime,
    build_words,
    locked_versions,
    packages_line,
    runtimes_to_compare,
    table,
)

OFFICIAL = "'--enable-loadable-sqlite-extensions' '--enable-optimizations' '--enable-shared' '--with-lto'"


def test_each_part_is_changed_alone_and_each_further_interpreter_has_the_usual_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SETTING, "/venvs/3.14/bin/python:/venvs/3.13/bin/python")
    assert runtimes_to_compare() == [
        USUAL,
        Runtime(loop="asyncio"),
        Runtime(parser="h11"),
        Runtime(encoder="json"),
        Runtime(python="/venvs/3.14/bin/python"),
        Runtime(python="/venvs/3.13/bin/python"),
    ]


def test_the_table_shows_each_runtime_beside_the_usual_one() -> None:
    costs = {USUAL: {"get_conversations": 200.0, "20 alerts": 400.0}}
    costs[Runtime(parser="h11")] = {"get_conversations": 300.0, "20 alerts": 500.0}
    assert table(costs)[2:] == [
        "| usual: uvloop, httptools, orjson | 200 (1.00) | 400 (1.00) |",
        "| h11 | 300 (1.50) | 500 (1.25) |",
    ]


def test_an_interpreter_is_named_with_its_build_and_what_differs_from_the_lock() -> None:
    line = packages_line(sys.executable)
    assert line.startswith(f"{sys.executable}: Python {sys.version.split()[0]}, ")
    assert f"orjson {orjson.__version__}" in line
    assert build_words(OFFICIAL) == "an optimised build"
    assert build_words("'--prefix=/opt'") == "configured without --enable-optimizations and --with-lto"
    assert locked_versions("orjson==3.1 \\\n    --hash=sha256:0\nuvicorn[standard]==0.5 \\\n") == {
        "orjson": "3.1",
        "uvicorn": "0.5",
    }


def test_the_standard_json_answers_the_bytes_of_orjson() -> None:
    own = standard_json()
    value = {"name": "Ágnes", "list": [1, 2.5, None, True], "text": 'a "quote"'}
    assert own.dumps(value) == orjson.dumps(value)
    assert own.loads(orjson.dumps(value)) == value


def test_the_build_of_the_image_fails_with_an_interpreter_that_is_not_optimised() -> None:
    dockerfile = (Path(__file__).parents[1] / "docker" / "Dockerfile").read_text()
    [program] = re.findall(r'^RUN python -c "(import sysconfig; .+)"$', dockerfile, re.MULTILINE)
    for arguments, passes in ((OFFICIAL, True), ("'--with-lto'", False), ("'--enable-optimizations'", False)):
        config = f"import sysconfig; sysconfig.get_config_var = lambda _: {arguments!r}; "
        checked = subprocess.run([sys.executable, "-c", config + program], check=False, capture_output=True)
        assert (checked.returncode == 0) is passes
