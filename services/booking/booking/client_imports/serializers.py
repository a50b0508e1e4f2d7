"""Rows and columns of an import on the wire."""

from collections.abc import Iterable

from chassis.http.languages import preferred_language
from contracts.languages import DEFAULT
from contracts.rules.translations import translated

from booking.client_imports.rules import FileColumn, Known, Step
from booking.client_imports.schemas import ImportColumn, ImportRow


def rows_data(steps: Iterable[Step], known: Known, accept_language: str) -> list[ImportRow]:
    """What becomes of each row, with the reason in the language that the caller prefers."""
    language = preferred_language(accept_language) or DEFAULT
    return [_row_data(step, known, language) for step in steps]


def column_data(column: FileColumn) -> ImportColumn:
    """A column, with as much of its name as tells it from others."""
    return ImportColumn(name=column.name[:120].strip(), used_for=column.used_for, example=column.example)


def _row_data(step: Step, known: Known, language: str) -> ImportRow:
    reason = translated(step.reason, language) if step.reason else ""
    return ImportRow(
        line=step.row.line,
        outcome=step.outcome,
        name=step.row.name[:200],
        email=step.row.email[:300],
        phone=step.row.phone[:40],
        client_id=step.client_id,
        client_name=known.names.get(step.client_id, ""),
        field=step.field,
        reason=reason or step.reason,
    )
