"""What a service asks its clients (product.md 3.13), as it is typed in the form. Pure."""

from collections.abc import Callable, Collection, Sequence
from typing import Final, cast

from chassis.errors import CHECK_FIELDS, RuleViolation
from contracts.intake import MOST_OPTIONS, IntakeQuestion, QuestionKind
from contracts.rules import messages
from contracts.rules.fields import question_kind, question_option, question_text
from contracts.rules.lists import without_repeats

from profiles.services.schemas import QuestionForm

FEWEST_OPTIONS: Final = 2
TOO_FEW_OPTIONS: Final = "A choice needs at least two options."


def checked_questions(
    forms: Sequence[QuestionForm], known: Collection[str], new_id: Callable[[], str]
) -> list[IntakeQuestion]:
    """The questions as they are stored. One of the `known` ids of this service stays, once; every other
    question gets an id from `new_id`, so that no two services share one.

    Raises RuleViolation with every message beside its question: `iv_question_1` and so on.
    """
    found: list[IntakeQuestion] = []
    wrong: dict[str, str] = {}
    used: set[str] = set()
    for place, form in enumerate(forms, 1):
        kept = form.question_id in known and form.question_id not in used
        question_id = form.question_id if kept else new_id()
        used.add(question_id)
        try:
            found.append(_question(form, question_id))
        except ValueError as error:
            wrong[f"iv_question_{place}"] = str(error)
    if wrong:
        raise RuleViolation(CHECK_FIELDS, **wrong)
    return found


def _question(form: QuestionForm, question_id: str) -> IntakeQuestion:
    """One question. Raises ValueError with the message for it."""
    kind = cast("QuestionKind", question_kind.read(form.kind))
    return IntakeQuestion(
        question_id=question_id,
        kind=kind,
        text=question_text.read(form.text),
        required=form.required,
        options=_options(form) if kind == "choice" else [],
    )


def _options(form: QuestionForm) -> list[str]:
    options = without_repeats([question_option.read(option) for option in form.options if option != ""])
    if len(options) < FEWEST_OPTIONS:
        raise ValueError(TOO_FEW_OPTIONS)
    if len(options) > MOST_OPTIONS:
        raise ValueError(messages.TOO_MANY.format(n=MOST_OPTIONS))
    return options
