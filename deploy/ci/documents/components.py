"""Draws the components of each service from its imports (proto-contracts/docs/components.md)."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import grimp

from ci.documents.pages import CHECKOUT, GATEWAY, SERVICES, folder_of, link, page, table

Edge = tuple[str, str]

PLUMBING: Final = frozenset({"__main__", "declarative", "models_registry", "settings", "uvicorn_options"})
"""Modules that nearly everything imports or that only start the service: they would hide the rest."""
INTRODUCTION: Final = (
    "# Components",
    "",
    "The parts inside each service and the gateway, as their imports connect them. An arrow means that",
    "a part imports another one. It is left out where a longer way leads to the same part. Not drawn are",
    "the settings, the base class of the tables, and the start of the process. The layers are held by",
    f"import-linter ({link('pyproject.toml', CHECKOUT / 'pyproject.toml')}).",
    "`make contracts` generates this page.",
)


def document() -> str:
    """The content of components.md."""
    return page(INTRODUCTION, *(block for name in (*SERVICES, GATEWAY) for block in _section(name)))


def _section(package: str) -> list[list[str]]:
    edges = imports_between_parts(package)
    parts = sorted(parts_of(package))
    rows = [
        [link(f"`{part}`", path), summary_of(path)] for part in parts for path in [path_of(package, part)]
    ]
    return [[f"## {package}"], diagram(parts, reduced(edges)), table(["part", "what it holds"], rows)]


def parts_of(package: str) -> set[str]:
    """The folders and modules directly below a package, without the plumbing."""
    return {_part(module) for module in _graph(package).find_children(package)} - PLUMBING


def imports_between_parts(package: str) -> set[Edge]:
    """Each pair of parts of which the first imports the second, directly."""
    graph = _graph(package)
    drawn = parts_of(package)
    pairs = {
        (_part(importer), _part(imported))
        for importer in graph.modules - {package}
        for imported in graph.find_modules_directly_imported_by(importer) - {package}
    }
    return {(high, low) for high, low in pairs if high != low and {high, low} <= drawn}


def reduced(edges: Iterable[Edge]) -> set[Edge]:
    """The transitive reduction: without each edge whose end is also reached by a longer way."""
    remaining = set(edges)
    for edge in sorted(remaining):
        others = remaining - {edge}
        if edge[1] in _reached_from(edge[0], others):
            remaining = others
    return remaining


def diagram(parts: Iterable[str], edges: Iterable[Edge]) -> list[str]:
    """The lines of a Mermaid flowchart, the parts that nobody imports at the top."""
    nodes = [f"  {_node(part)}[{part}]" for part in parts]
    arrows = [f"  {_node(high)} --> {_node(low)}" for high, low in sorted(edges)]
    return ["```mermaid", "flowchart TB", *nodes, *arrows, "```"]


def summary_of(path: Path) -> str:
    """The first line of a module's docstring."""
    file = path / "__init__.py" if path.is_dir() else path
    words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return words.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def _graph(package: str) -> grimp.ImportGraph:
    return grimp.build_graph(package)


def _part(module: str) -> str:
    return module.split(".")[1]


def path_of(package: str, part: str) -> Path:
    """The folder or module of a part."""
    folder = folder_of(package) / part
    return folder if folder.is_dir() else folder.with_suffix(".py")


def _node(part: str) -> str:
    """The part's name in Mermaid, which differs from Mermaid's own words such as `end`."""
    return f"part_{part}"


def _reached_from(start: str, edges: set[Edge]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        further = {low for high, low in edges if high == here} - found
        found |= further
        waiting += further
    return found
