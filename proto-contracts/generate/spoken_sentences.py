"""Collects the sentences that the services and the gateway may answer, from their source.

A sentence is a text of several words that begins with a capital or with a value, in a module that speaks to
callers. What is listed here speaks to nobody who sends an Accept-Language.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]
SERVICES: Final = ("identity", "profiles", "feed", "booking", "notifications")
SOURCES: Final = (
    *(Path("services", name, name) for name in (*SERVICES, "chassis")),
    Path("gateway/gateway"),
    Path("proto-contracts/contracts/rules"),
)
MANIFEST: Final = Path("web/public/manifest.webmanifest")
SILENT_MODULES: Final = (
    # statements and tables
    "**/hot_sql.py",
    "**/visibility_sql.py",
    "**/models.py",
    "**/tables.py",
    "services/profiles/profiles/search/facets.py",
    "services/profiles/profiles/search/queries.py",
    "services/feed/feed/timeline/store.py",
    "services/chassis/chassis/database_roles.py",
    "services/chassis/chassis/migrations.py",
    "services/chassis/chassis/schema_steps.py",
    "services/chassis/chassis/db/*.py",
    # operators: the command line, metrics, the log, the broker, settings
    "**/command.py",
    "**/cli.py",
    "**/*metrics.py",
    "**/telemetry.py",
    "**/settings.py",
    "**/worker.py",
    "services/chassis/chassis/app.py",
    "services/chassis/chassis/bus/*.py",
    "services/chassis/chassis/clear_text.py",
    "services/chassis/chassis/dead_letters.py",
    "services/chassis/chassis/inbox.py",
    "services/chassis/chassis/logs.py",
    "services/chassis/chassis/outages.py",
    "services/chassis/chassis/relay.py",
    "services/chassis/chassis/schema_revision.py",
    "services/identity/identity/tokens/keys.py",
    "services/profiles/profiles/audit_log/chain.py",
    "services/notifications/notifications/mail/mime.py",
    "services/notifications/notifications/mail/queue_worker.py",
    "services/notifications/notifications/mail/smtp.py",
    "services/notifications/notifications/mail/smtp_session.py",
    "gateway/gateway/app.py",
    "gateway/gateway/limit_stores.py",
    "gateway/gateway/rate_limits.py",
    "gateway/gateway/composed/openapi.py",
    "gateway/gateway/realtime/socket_mapping.py",
    # texts that are data: names of browsers, calendar files, previews, the contract's options
    "services/identity/identity/logins/devices.py",
    "services/booking/booking/orders/ics.py",
    "services/booking/booking/calendar/subscription_feed.py",
    "services/feed/feed/alert_preview.py",
    "proto-contracts/contracts/rules/options.py",
    # what an order's feedback, a live notice and a standing keep, and the words of a template
    "services/booking/booking/handlers.py",
    "services/booking/booking/jobs.py",
    "services/booking/booking/orders/responses.py",
    "services/profiles/profiles/circle/responses.py",
)
SILENT: Final = frozenset(
    {
        "The house rules",
        "The proposed time was not answered in time; the appointment stays as it was.",
        "{} has rated your session.",
        "{} would like you to rate your session.",
        "{} is missing",
    }
)
"""Sentences that an answer's message never holds: kept titles and feedback, errors of a token."""

_VALUE: Final = re.compile(r"\{\w*\}")
_SENTENCE: Final = re.compile(r"(?:[A-Z](?![A-Z])[\w']*|\{\})(?:[,:]? .*[a-z]{2}|\.$)", re.DOTALL)


def skeleton(sentence: str) -> str:
    """The sentence with nameless values: 'At most {n} days' and an f-string of the same words are alike."""
    return _VALUE.sub("{}", sentence)


def spoken() -> dict[str, str]:
    """Every sentence, its values without names, and where it stands."""
    found: dict[str, str] = {}
    for folder in SOURCES:
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            place = path.relative_to(CHECKOUT)
            if not any(place.match(pattern) for pattern in SILENT_MODULES):
                for line, text in _texts(ast.parse(path.read_text(encoding="utf-8"))):
                    found.setdefault(text, f"{place}:{line}")
    sentences = {text: place for text, place in found.items() if _SENTENCE.match(text) and text not in SILENT}
    return {**_manifest_texts(), **sentences}


def _manifest_texts() -> dict[str, str]:
    """What the app's manifest says, which the gateway translates (gateway.pages.app_manifest)."""
    manifest: dict[str, Any] = json.loads((CHECKOUT / MANIFEST).read_text(encoding="utf-8"))
    shortcuts = (each["name"] for each in manifest["shortcuts"])
    screenshots = (each["label"] for each in manifest["screenshots"])
    return dict.fromkeys((manifest["description"], *shortcuts, *screenshots), str(MANIFEST))


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text of a module but its docstrings and what describes a parameter, with its line."""
    passed = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        if isinstance(node, ast.keyword) and node.arg in {"description", "summary"}:
            passed.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, skeleton(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_part(part) for part in node.values)


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"
