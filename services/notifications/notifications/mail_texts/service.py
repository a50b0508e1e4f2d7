"""Reading and changing what a provider's clients are mailed (product.md 5.3)."""

from datetime import UTC, datetime, timedelta
from typing import Final

from chassis.db import Connection, Transaction

from notifications.mail_texts import store
from notifications.mail_texts.rules import (
    KINDS,
    STANDARD,
    OwnText,
    TextKind,
    check_variables,
    own_text,
    standard_text,
)
from notifications.mail_texts.schemas import MailTexts, MailTextUpdate, ShownText, TextVariable
from notifications.projections.store import Person, person_of
from notifications.templates.formatting import format_moment, format_money
from notifications.templates.translations import translations

_EXAMPLE_MINOR: Final = 4500


async def texts_of(tx: Connection, account_id: str, now: datetime) -> MailTexts:
    """The texts of the provider, with examples of what is filled in."""
    provider = await person_of(tx, account_id)
    return MailTexts(
        texts=[_shown(provider, kind) for kind in KINDS],
        variables=[TextVariable(name=name, example=text) for name, text in _examples(provider, now).items()],
    )


async def change_text(tx: Transaction, account_id: str, wanted: MailTextUpdate, now: datetime) -> MailTexts:
    """Mail this to the provider's clients from now on.

    Raises RuleViolation for a variable that does not exist.
    """
    check_variables(wanted.iv_subject, wanted.iv_text)
    await store.keep_text(tx, account_id, wanted.iv_kind, OwnText(wanted.iv_subject, wanted.iv_text))
    return await texts_of(tx, account_id, now)


async def reset_text(tx: Transaction, account_id: str, kind: TextKind, now: datetime) -> MailTexts:
    """Mail the standard text again."""
    await store.drop_text(tx, account_id, kind)
    return await texts_of(tx, account_id, now)


def _shown(provider: Person, kind: TextKind) -> ShownText:
    standard = standard_text(kind, provider.language)
    own = own_text(provider.texts, STANDARD[kind])
    shown = own or standard
    return ShownText(
        kind=kind,
        subject=shown.subject,
        text=shown.text,
        is_own=own is not None,
        standard_subject=standard.subject,
        standard_text=standard.text,
    )


def _examples(provider: Person, now: datetime) -> dict[str, str]:
    """What a mail could say, as the provider reads. The price is in no provider's currency in particular."""
    language = provider.language
    labels = translations(language).labels
    tomorrow = now.astimezone(UTC).replace(hour=9, minute=30) + timedelta(days=1)
    return {
        "client": labels["example_client"],
        "provider": provider.name,
        "service": labels["example_service"],
        "time": format_moment(tomorrow, provider.reader.or_in("UTC")),
        "place": labels["example_place"],
        "total": format_money(_EXAMPLE_MINOR, "EUR", language),
    }
