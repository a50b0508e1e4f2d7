"""Reads queries of Prometheus: which series they ask for, and by which labels."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import promql_parser


@dataclass(frozen=True, slots=True)
class Asked:
    """One metric in a query, with the labels that the query matches or groups it by."""

    series: str
    labels: frozenset[str]


def asked_by(query: str) -> list[Asked]:
    """What a query asks for. Raises ValueError for one that Prometheus would not understand."""
    return list(_within(promql_parser.parse(query), frozenset()))


def _within(node: Any, grouped: frozenset[str]) -> Iterator[Asked]:
    match node:
        case promql_parser.VectorSelector():
            matched = {matcher.name for matcher in node.matchers.matchers}
            yield Asked(node.name or "", grouped | matched)
        case promql_parser.MatrixSelector():
            yield from _within(node.vector_selector, grouped)
        case promql_parser.AggregateExpr():
            labels = frozenset(node.modifier.labels if node.modifier else ())
            yield from _within(node.expr, grouped | labels)
        case promql_parser.BinaryExpr():
            yield from _within(node.lhs, grouped)
            yield from _within(node.rhs, grouped)
        case promql_parser.Call():
            for argument in node.args:
                yield from _within(argument, grouped)
        case promql_parser.ParenExpr() | promql_parser.UnaryExpr() | promql_parser.SubqueryExpr():
            yield from _within(node.expr, grouped)
        case _:
            return
