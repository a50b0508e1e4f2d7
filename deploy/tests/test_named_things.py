"""Documents, help and comments name only files, targets, modules, settings and databases that exist."""

import functools
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import pytest
from local.databases import CHECKOUT, SERVICES
from openhours.commands import COMMANDS

DOCUMENTS: Final = ("*.md", ":!CHANGELOG.md")
"""The change log names what former versions had."""
TEXTS: Final = (
    *DOCUMENTS,
    *("*.py", "*.ts", "*.tsx", "*.mjs", "*.sh", "*.yml", "*.yaml", "*.toml", "*.gradle", "*.swift"),
    *("Makefile", "*Dockerfile", ".vscode/*", ":!*/recorded/*", ":!*/generated/*"),
    ":!*/tests/*",
)
SOURCE: Final = r"\.(?:py|tsx?|mjs|sh|md|toml|ya?ml|json|css)"
OF_OTHERS: Final = {
    "deploy/identity": "kubectl's name of a deployment",
    "PYTHON_CONFIGURE_OPTS": "read by pyenv",
    "GoogleService-Info.plist": "an operator's own file",
    "google-services.json": "an operator's own file",
    "openhours.env": "written at run time",
    "openhours.example": "a domain",
}
Missing = Callable[[Path, str], Iterator[str]]
"""Finds in the text of a file the names of what does not exist."""


def git(*words: str, read: str = "") -> list[str]:
    """The lines that git answers."""
    done = subprocess.run(
        ["git", *words], cwd=CHECKOUT, check=False, capture_output=True, text=True, input=read
    )
    return done.stdout.splitlines()


@functools.cache
def files(*patterns: str) -> list[str]:
    """The files of the checkout that match, those that git ignores left out."""
    found = git("ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns)
    return [each for each in found if (CHECKOUT / each).is_file()]


@functools.cache
def text_of(file: str) -> str:
    return (CHECKOUT / file).read_text(encoding="utf-8")


@functools.cache
def parts_of_paths() -> set[str]:
    """Every run of folders and file of every path: of `a/b.py` they are a, b, b.py, a/b and a/b.py."""
    found: set[str] = set()
    for each in [*files(), *(file.removesuffix(".py") for file in files("*.py"))]:
        parts = each.split("/")
        found |= {
            "/".join(parts[first:last])
            for first in range(len(parts))
            for last in range(first, len(parts) + 1)
        }
    return found


@functools.cache
def exists(path: str) -> bool:
    """Whether this is the end or a part of a path in the tree, or of one that git ignores.

    `<name>`, `{name}` and `*` stand for any name, `{a,b}` for each of them.
    """
    choice = re.search(r"\{([^{}]*,[^{}]*)\}", path)
    if choice:
        return all(exists(path.replace(choice[0], each)) for each in choice[1].split(","))
    if path in parts_of_paths() or path in OF_OTHERS:
        return True
    if git("check-ignore", "--no-index", path, f"{path}/"):
        return True
    pattern = re.sub(r"<[^<>]*>|\{[^{}]*\}|\*\*/?|\*", "\0", path)
    if "\0" not in pattern:
        return False
    wanted = re.compile(r"(?:^|/)" + ".*".join(map(re.escape, pattern.split("\0"))) + r"(?:/|$)")
    return any(wanted.search(each) for each in files())


def spans(text: str) -> list[str]:
    """What stands between backticks in a line, and the blocks of code of a document."""
    return [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE)]


def anchors(text: str) -> set[str]:
    """The addresses of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.strip().lower()).replace(" ", "-") for each in headings}


def missing_links(file: Path, text: str) -> Iterator[str]:
    """Links of a document to files and headings."""
    for link in re.findall(r"\]\(([^)\s:]+)\)", text):
        path, _, anchor = link.partition("#")
        target = file.parent / path if path else file
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            yield link


def missing_files(_: Path, text: str) -> Iterator[str]:
    """Paths between backticks, and those that begin in the root of the checkout."""
    quoted = re.findall(r"`(?:\.{1,2}/)*([\w.*][\w.*<>{},/-]*)`", text)
    rooted = re.findall(
        r"(?<![\w./@:$}*{-])((?:services|gateway|web|proto-contracts|deploy)/[\w./*<>-]*[\w>*])", text
    )
    for path in [each.rstrip("/") for each in quoted if is_path(each)] + rooted:
        if not exists(path):
            yield path


def is_path(word: str) -> bool:
    """Whether a word names a file of ours: a source, or anything below a folder of the tree."""
    first, below, _ = word.partition("/")
    return bool(re.search(rf"\w{SOURCE}$", word)) or bool(below and first in folders())


@functools.cache
def folders() -> set[str]:
    return {name for each in files() for name in PurePosixPath(each).parts[:-1]}


def missing_targets(_: Path, text: str) -> Iterator[str]:
    """Targets of make."""
    targets = set(re.findall(r"^([a-z0-9-]+):", text_of("Makefile"), re.MULTILINE))
    for span in spans(text):
        yield from set(re.findall(r"(?:^|[\n;] *)(?:[A-Z_]+=\S* )*make ([a-z][a-z-]+)", span)) - targets


def missing_scripts(_: Path, text: str) -> Iterator[str]:
    """Scripts of the web app."""
    scripts = json.loads(text_of("web/package.json"))["scripts"]
    yield from set(re.findall(r"npm run (?:--?[\w-]+ )*([a-z][\w:-]*\w)", text)) - set(scripts)


def missing_modules(_: Path, text: str) -> Iterator[str]:
    """Modules that are run or named: `python -m ci.checks`, `chassis.retention`."""
    ours = {each.partition("/")[0] for each in modules()}
    for name in re.findall(r"python3? -m (\w+(?:\.\w+)*)", text):
        if name.partition(".")[0] in ours and name.replace(".", "/") not in modules():
            yield name


def missing_names(file: Path, text: str) -> Iterator[str]:
    """Functions and classes that a document names with their modules: `chassis.errors.Refusal`."""
    if file.suffix != ".md":
        return
    for span in spans(text):
        for name in re.findall(r"^[a-z_]+(?:\.\w+)+$", span):
            *module, last = name.split(".")
            source = modules().get("/".join(module))
            known = "/".join((*module, last)) in modules() or name in events() or name in OF_OTHERS
            defined = rf"^ *(?:(?:async )?def |class )?{last}\b|^from .* import .*\b{last}\b"
            if source and not known and not re.search(defined, text_of(source), re.MULTILINE):
                yield name


@functools.cache
def modules() -> dict[str, str]:
    """The files of our Python modules: `ci/checks` is in deploy/ci/checks.py."""
    roots = [str(PurePosixPath(each).parent) for each in files("*/pyproject.toml")]
    found: dict[str, str] = {}
    for file in files("*.py"):
        root = max((each for each in roots if file.startswith(f"{each}/")), key=len)
        name = file.removeprefix(f"{root}/").removesuffix(".py")
        found[name.removesuffix("/__init__")] = file
    return found


@functools.cache
def events() -> set[str]:
    """The routing keys of all events."""
    return set(
        re.findall(r'"(\w+\.\w+\.\w+)"', "".join(map(text_of, files("proto-contracts/contracts/*.py"))))
    )


def missing_settings(file: Path, text: str) -> Iterator[str]:
    """Environment variables of a document, which some code or configuration must know."""
    if file.suffix != ".md":
        return
    for span in spans(text):
        for name in re.findall(r"(?<![\w.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{4,}(?==)", span):
            plain = re.sub(rf"^OPENHOURS_(?:{'|'.join(SERVICES)}|GATEWAY)_", "", name, flags=re.IGNORECASE)
            if not {name, plain, plain.lower()} & words() and name not in OF_OTHERS:
                yield name


@functools.cache
def words() -> set[str]:
    """Every word of code and configuration."""
    code = [each for each in files(*TEXTS, "*.xcconfig", "*.properties", "*.j2") if not each.endswith(".md")]
    return set(re.findall(r"\w+", "\n".join(map(text_of, code))))


def missing_databases(_: Path, text: str) -> Iterator[str]:
    """Names of databases in psql commands and database URLs that no service has."""
    known = {*(f"openhours_{each}" for each in (*SERVICES, "gateway")), "postgres", "openhours"}
    for name in re.findall(r"psql [^\n`]*-U \w+ (\w+)|postgresql://openhours\w*:[^\s`/]*/(\w+)", text):
        yield from {*name} - known - {""}


def missing_commands(_: Path, text: str) -> Iterator[str]:
    """Commands of `openhours`."""
    for span in spans(text):
        yield from set(re.findall(r"^openhours ([a-z][a-z-]*)", span, re.MULTILINE)) - set(COMMANDS)


CHECKS: Final[dict[Missing, tuple[tuple[str, ...], str, str]]] = {
    missing_links: (DOCUMENTS, "[setup](deploy/nothing.md)", "deploy/nothing.md"),
    missing_files: (TEXTS, "`booking/**/nothing.py`", "booking/**/nothing.py"),
    missing_targets: (TEXTS, "`DEMO=0 make nothing`", "nothing"),
    missing_scripts: (TEXTS, "`npm run --silent nothing`", "nothing"),
    missing_modules: (TEXTS, "python -m ci.nothing", "ci.nothing"),
    missing_names: (DOCUMENTS, "`chassis.errors.nothing`", "chassis.errors.nothing"),
    missing_settings: (DOCUMENTS, "`NOTHING_AT_ALL=1`", "NOTHING_AT_ALL"),
    missing_databases: (TEXTS, "psql -h localhost -U openhours booking", "booking"),
    missing_commands: (TEXTS, "`openhours nothing booking`", "nothing"),
}
"""For each check: the files that it reads, and an example of a wrong name that it must find."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_everything_that_is_named_exists(check: Missing) -> None:
    patterns, *_ = CHECKS[check]
    found = [f"{file}: {name}" for file in files(*patterns) for name in check(CHECKOUT / file, text_of(file))]
    assert not found, "these do not exist:\n" + "\n".join(found)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_wrong_name_is_found(check: Missing) -> None:
    _, text, name = CHECKS[check]
    assert list(check(CHECKOUT / "README.md", text)) == [name]


def test_the_exceptions_are_needed() -> None:
    documents = "".join(map(text_of, files(*DOCUMENTS)))
    assert [each for each in OF_OTHERS if each not in documents] == []
