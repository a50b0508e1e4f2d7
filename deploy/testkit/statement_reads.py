"""Runs every statement of a service on seeded tables, and tells which read far more rows than they answer."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import asyncpg
from local.databases import connected

from testkit.seeded_tables import fill_tables, key
from testkit.statements import statements_of

SMALLER: Final = 1_000
"""Rows of each table, first; then as many as the test wants."""
MOST_READ: Final = 20
"""Rows that a statement may read for each that it answers or writes."""
FEW: Final = 100
"""Rows that a statement may read whatever it answers."""
SMALL: Final = "reads a table of a thousand rows as a whole, and of a larger one what it answers"
"""Why a statement may read more of the smaller size."""
PLANS: Final = {
    "custom plan": {"plan_cache_mode": "force_custom_plan"},
    "generic plan": {"plan_cache_mode": "force_generic_plan"},
    "joined as written": {"plan_cache_mode": "force_generic_plan", "join_collapse_limit": "1"},
}
"""Settings by name. Above join_collapse_limit relations (8) the planner does not look for the best order of
joins: no statement may need it to."""
_OF_TYPE: Final = {
    "boolean": "false",
    "bytea": r"\x" + key(5).encode().hex(),
    "date": "today",
    "interval": "1 hour",
    "json": "[]",
    "jsonb": "[]",
    "text": key(5),
    "text[]": f"{{{key(5)},{key(6)},{key(7)}}}",
    "timestamp with time zone": "now",
    "uuid": "e4da3b7f-bbce-4345-9777-2b0674a318d5",
}
"""The value of a parameter, by its type, unless the service says so; other arrays are empty, numbers 20."""
_TYPES: Final = """
    SELECT replace(parameter_types::text, 'character varying', 'text')::text[]
    FROM pg_prepared_statements WHERE name = 'kept'
"""
_READS_NOTHING: Final = re.compile(r"\s*(INSERT INTO \S+ \([^()]*\) VALUES|SET )")


@dataclass(frozen=True)
class Seeds:
    """What rows and parameters of a service hold where the usual would not do."""

    expressions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of columns, as `fill_tables` takes them."""
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of parameters that are texts, by name; of any, by 'statement:name' or 'module:name'."""
    larger: Mapping[str, int] = field(default_factory=dict[str, int])
    """More rows for some tables, by name: with fewer, a statement is right to read the whole table."""
    built: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Statements, by 'module.name.index', that the service makes when it first needs them."""


@dataclass(frozen=True)
class Reading:
    """How many rows a statement read and answered in one run."""

    read: int
    answered: int

    @property
    def too_much(self) -> bool:
        """Whether it read more rows than it may."""
        return self.read > max(MOST_READ * self.answered, FEW)


async def wasteful_statements(
    packages: Sequence[str],
    superuser_url: str,
    seeds: Seeds,
    largest: int,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """What each statement of the packages that reads too much read, by its name; why one could not be run.

    The database is filled anew, with SMALLER rows in each table and with `largest`. `settings` are those of
    the service's own connections.
    """
    found: dict[str, str] = {}
    async with connected(superuser_url) as connection:
        for rows in (SMALLER, largest):
            await fill_tables(connection, rows, seeds.expressions, seeds.larger if rows > SMALLER else {})
            for plan, plan_settings in PLANS.items():
                for name, value in {"join_collapse_limit": "8", **settings, **plan_settings}.items():
                    await connection.execute("SELECT set_config($1, $2, false)", name, value)
                for name, statement in _reading_statements(packages, seeds.built).items():
                    outcome = await _outcome(connection, name, statement, seeds.values)
                    if outcome:
                        found[name] = f"{outcome} of {rows:,} ({plan})"
    return found


def unexplained(found: Mapping[str, str], reasons: Mapping[str, str], largest: int) -> dict[str, str]:
    """What was found without a reason, or of the larger size where only the smaller one has; and the reasons
    for which nothing was found.
    """
    large = f"of {largest:,}"
    left = {
        name: outcome
        for name, outcome in found.items()
        if name not in reasons or (reasons[name] == SMALL and large in outcome)
    }
    return left | dict.fromkeys(reasons.keys() - found.keys(), "reads little now")


def _reading_statements(packages: Sequence[str], built: Mapping[str, Any]) -> dict[str, Any]:
    """The statements of the packages by name, each text once, but those that only set or insert values."""
    by_text: dict[str, tuple[str, Any]] = {}
    named = [each for package in packages for each in statements_of(package).items()]
    for name, statement in (*named, *built.items()):
        if not _READS_NOTHING.match(statement.text):
            by_text.setdefault(statement.text, (name, statement))
    return dict(by_text.values())


async def _outcome(
    connection: asyncpg.Connection, name: str, statement: Any, values: Mapping[str, str]
) -> str:
    """What is wrong with one run of a statement, which is undone; empty: nothing."""
    await connection.execute(f"PREPARE kept AS {statement.text}")
    transaction = connection.transaction()
    await transaction.start()
    try:
        types: list[str] = await connection.fetchval(_TYPES) or []
        literals = [
            _literal(_value(name, statement, place, kind, values), kind)
            for place, kind in zip(statement.places, types, strict=True)
        ]
        call = f"EXECUTE kept({', '.join(literals)})" if literals else "EXECUTE kept"
        plan: str = await connection.fetchval(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {call}") or ""
        reading = _reading(json.loads(plan)[0]["Plan"])
    except asyncpg.PostgresError as error:
        return f"not run: {error}"
    finally:
        await transaction.rollback()
        await connection.execute("DEALLOCATE kept")
    return f"read {reading.read:,} rows for {reading.answered:,}" if reading.too_much else ""


def _value(name: str, statement: Any, place: str, kind: str, values: Mapping[str, str]) -> str | None:
    """The text of a parameter: the statement's own constant, else as said for it, its module or all texts."""
    if place in statement.constants:
        constant = statement.constants[place]
        if isinstance(constant, bytes):
            return rf"\x{constant.hex()}"
        return None if constant is None else str(constant)
    module = name.rsplit(".", 2)[0]
    for scope in (f"{name}:", f"{module}:", *([""] if kind == "text" else [])):
        if f"{scope}{place}" in values:
            return values[f"{scope}{place}"]
    return _OF_TYPE.get(kind, "{}" if kind.endswith("[]") else "20")


def _literal(value: str | None, kind: str) -> str:
    return "NULL" if value is None else f"CAST('{value.replace(chr(39), chr(39) * 2)}' AS {kind})"


def _reading(plan: dict[str, Any]) -> Reading:
    """The rows of a whole plan. What a statement writes counts as answered."""
    nodes = list(_nodes(plan))
    written = [_rows(each["Plans"][0]) for each in nodes if each["Node Type"] == "ModifyTable"]
    return Reading(sum(map(_read, nodes)), max(_rows(plan), sum(written)))


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from _nodes(each)


def _rows(node: Mapping[str, Any]) -> int:
    return round(node["Actual Rows"] * node["Actual Loops"])


def _read(node: dict[str, Any]) -> int:
    """The rows that a scan of a table, not of a catalogue, looked at: those that it left out count too."""
    if node.get("Relation Name", "pg_").startswith("pg_") or node["Node Type"] == "ModifyTable":
        return 0
    left_out = sum(node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
    looked_at = round((node["Actual Rows"] + left_out) * node["Actual Loops"])
    of_bitmaps = [_rows(each) for each in _nodes(node) if each["Node Type"] == "Bitmap Index Scan"]
    return max(looked_at, sum(of_bitmaps))
