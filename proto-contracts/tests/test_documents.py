"""Documents and code refer to each other: from a rule to the function that decides it, and back."""

import ast
import itertools
import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "proto-contracts" / "docs"
HOMES = {
    "chassis": "services/chassis",
    "identity": "services/identity",
    "profiles": "services/profiles",
    "feed": "services/feed",
    "booking": "services/booking",
    "notifications": "services/notifications",
    "gateway": "gateway",
    "contracts": "proto-contracts",
}
CODE = ("services", "gateway", "deploy", "proto-contracts", "web/src", "web/e2e")
UNREAD = {"node_modules", "generated", "__pycache__", "dist"}


def sections(document: str) -> dict[str, str]:
    """The text of each section by its number. A chapter with sections of its own is none."""
    parts = re.split(r"^#+ (\d+(?:\.\d+)?)\.? ", (DOCS / document).read_text(), flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {number: text for number, text in found.items() if f"{number}.1" not in found}


def cited(text: str, document: str = "product") -> set[str]:
    """The numbers of the sections that a text cites: `product.md 4.3 to 4.6 and 4.8` are five."""
    found: set[str] = set()
    for listed in re.findall(rf"\b{document}\.md ((?:\d+(?:\.\d+)?(?:, (?:and )?| and | to )?)+)", text):
        found |= set(re.findall(r"\d+(?:\.\d+)?", listed))
        for chapter, first, last in re.findall(r"(\d+)\.(\d+) to \1\.(\d+)", listed):
            found |= {f"{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


def named_in(text: str) -> list[str]:
    """The functions and constants of ours that a text names, as `module.function`."""
    named = re.findall(r"`([a-z_]+(?:\.[a-z_]+)*\.(?:[a-z_]+|[A-Z_]+))`", text)
    return [each for each in named if each.split(".")[0] in HOMES]


def files_in(text: str) -> list[Path]:
    """The files of the web app that a text names."""
    return [CHECKOUT / path for path in re.findall(r"`(web/[\w./-]+)`", text)]


def sources() -> list[Path]:
    """Every file of ours that may cite a document."""
    found = [path for folder in CODE for path in (CHECKOUT / folder).rglob("*") if path.is_file()]
    return [
        path
        for path in found
        if path.suffix in {".py", ".ts", ".tsx", ".md", ".css"} and not UNREAD & set(path.parts)
    ]


def test_every_citation_has_its_section() -> None:
    texts = {path: path.read_text(errors="ignore") for path in sources()}
    missing = [
        f"{path.relative_to(CHECKOUT)}: {name}.md {number}"
        for name in ("product", "api")
        for there in [set(sections(f"{name}.md"))]
        for path, text in texts.items()
        for number in sorted(cited(text, name) - there)
    ]
    assert missing == []


def test_nothing_is_cited_that_is_not_in_the_repository() -> None:
    elsewhere = re.compile(
        r"\bspec(?:ification)? \d,|shared/(?:spec|design)|\b(?:architecture|structure|names|web|code)\.md"
    )
    assert [
        str(path.relative_to(CHECKOUT))
        for path in sources()
        if path != Path(__file__).resolve() and elsewhere.search(path.read_text(errors="ignore"))
    ] == []


@pytest.mark.parametrize("number", sections("product.md"))
def test_a_section_names_what_decides_its_rules(number: str) -> None:
    text = sections("product.md")[number]
    assert named_in(text) or files_in(text)
    assert [path for path in files_in(text) if not path.is_file()] == []


@pytest.mark.parametrize(
    ("number", "name"),
    [(number, name) for number, text in sections("product.md").items() for name in named_in(text)],
)
def test_what_a_section_names_exists_and_leads_back_to_it(number: str, name: str) -> None:
    module, _, function = name.rpartition(".")
    file = CHECKOUT / HOMES[module.split(".")[0]] / f"{module.replace('.', '/')}.py"
    assert file.exists()
    docstrings = _docstrings_in(file)
    assert function in docstrings, "it is defined in another module"
    assert number in cited(docstrings[function]) | cited(docstrings[""])


def _docstrings_in(file: Path) -> dict[str, str]:
    """The docstrings of a module ('') and of the functions, classes and constants in it."""
    tree = ast.parse(file.read_text())
    found = {"": ast.get_docstring(tree) or ""}
    for node, following in itertools.zip_longest(tree.body, tree.body[1:]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found[node.name] = ast.get_docstring(node) or ""
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = _text_of(following)
            case _:
                pass
    return found


def _text_of(statement: ast.stmt | None) -> str:
    """The text of a statement that is only a text: the docstring of the constant before it."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
        case _:
            return ""


def test_a_list_of_sections_is_read_as_each_of_them() -> None:
    assert cited("(product.md 4.3 to 4.5, 4.7 and 9; api.md 4)") == {"4.3", "4.4", "4.5", "4.7", "9"}
