"""No name in the chassis has a word of the product's glossary, apart from the exceptions listed here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import chassis

SOURCE: Final = Path(chassis.__file__).parent
GLOSSARY: Final = SOURCE.parents[2] / "proto-contracts" / "docs" / "glossary.md"
CALLERS: Final = (
    "app|confirmed_accounts|data_exports|ended_logins|errors|http.callers|http.login_cookie|reused_tokens"
)
EXCEPTIONS: Final = {
    # words: (what has them, as a pattern of `module:name`, and what they mean there)
    "event inbox outbox projection replay revision transaction": (".*", "what the chassis itself does"),
    "service": (".*", "a part of the system"),
    "request client": (".*", "of HTTP"),
    "account guest login staff": (f"({CALLERS}):.*", "who calls, and whose data an export holds"),
    "audience": ("http.callers:AUDIENCE", "a token's claim (RFC 7519)"),
    "place": (".*:places?", "a position in a list or a text"),
    "report": ("(app|http.callers|reused_tokens):.*", "telling identity that a token was reused"),
    "session": ("db.transaction:.*", "SQLAlchemy's"),
    "step": (
        "(errors|http.callers|projections|retention|schema_steps):.*",
        "a part of long work; 'step up' (product.md 1.13)",
    ),
}


def test_no_name_has_a_word_of_the_product() -> None:
    wrong = {(name, word) for name, word in named() if not is_exception(name, word)}
    assert not wrong, "it belongs to the service that knows the word, or has a reason in EXCEPTIONS"


def test_each_exception_is_needed() -> None:
    found = {word for name, word in named() if is_exception(name, word)}
    assert {word for words in EXCEPTIONS for word in words.split()} == found


def is_exception(name: str, word: str) -> bool:
    """Whether `module:name` may have this word."""
    return any(
        word in words.split() and re.fullmatch(where, name) for words, (where, _) in EXCEPTIONS.items()
    )


def named() -> Iterator[tuple[str, str]]:
    """Each `module:name` of the chassis that has a word of the glossary, and the word."""
    rows = re.findall(r"^\| ([^|]+) \| (?!means)", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    words = [(word, f" {singular(word.split())} ") for row in rows for word in row.split(", ")]
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for name in {*module.split("."), *names_in(ast.parse(path.read_text(encoding="utf-8")))}:
            parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
            said = f" {singular([part.lower() for part in parts])} "
            yield from ((f"{module}:{name}", word) for word, wanted in words if wanted in said)


def singular(words: list[str]) -> str:
    return " ".join(word.removesuffix("s") for word in words)


def names_in(tree: ast.Module) -> Iterator[str]:
    """What a module names: functions, classes, arguments, variables and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                if not name.startswith("__"):
                    yield name
            case _:
                pass
