"""Documents and code lead to each other: each citation has its section, each named function exists."""

import ast
import re
from pathlib import Path

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


def sections(document: str) -> set[str]:
    """The numbers of a document's headings."""
    return set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", (DOCS / document).read_text(), re.MULTILINE))


def sources() -> list[Path]:
    """Every file of ours that may cite a document."""
    found = [path for folder in CODE for path in (CHECKOUT / folder).rglob("*") if path.is_file()]
    return [
        path
        for path in found
        if path.suffix in {".py", ".ts", ".tsx", ".md", ".css"} and not UNREAD & set(path.parts)
    ]


def test_every_citation_has_its_section() -> None:
    known = {name: sections(f"{name}.md") for name in ("product", "api")}
    missing = [
        f"{path.relative_to(CHECKOUT)}: {name}.md {number}"
        for path in sources()
        for name, number in re.findall(
            r"\b(product|api)\.md (\d+(?:\.\d+)?)", path.read_text(errors="ignore")
        )
        if number not in known[name]
    ]
    assert missing == []


def test_nothing_is_cited_that_is_not_in_the_repository() -> None:
    elsewhere = re.compile(r"\bspec(?:ification)? \d,|shared/(?:spec|design)|architecture\.md")
    assert [
        str(path.relative_to(CHECKOUT))
        for path in sources()
        if path != Path(__file__).resolve() and elsewhere.search(path.read_text(errors="ignore"))
    ] == []


def test_every_function_that_decides_a_rule_is_where_the_product_page_says() -> None:
    named = re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", (DOCS / "product.md").read_text())
    functions = [each for each in named if each.split(".")[0] in HOMES]
    assert len(functions) > 70
    missing: list[str] = []
    for each in functions:
        module, _, function = each.rpartition(".")
        home = CHECKOUT / HOMES[module.split(".")[0]] / module.replace(".", "/")
        file = home.with_suffix(".py") if home.with_suffix(".py").exists() else home / "__init__.py"
        names = _names_in(file) if file.exists() else set[str]()
        if function not in names:
            missing.append(each)
    assert missing == []


def _names_in(file: Path) -> set[str]:
    """What a module defines or takes from others."""
    names: set[str] = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names
