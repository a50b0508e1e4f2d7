"""Rows of an import on the wire."""

from chassis.http.languages import preferred_language
from contracts.languages import DEFAULT
from contracts.rules.translations import translated

from booking.client_imports.rules import Known, Step
from booking.client_imports.schemas import ImportRow


def row_data(step: Step, known: Known, accept_language: str) -> ImportRow:
    """What becomes of a row, with the reason in the language that the caller prefers."""
    reason = translated(step.reason, preferred_language(accept_language) or DEFAULT) if step.reason else ""
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
