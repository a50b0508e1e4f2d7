"""What a client is asked and answers when placing an order (product.md 4.21). Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chassis.errors import CHECK_FIELDS, RuleViolation
from contracts.intake import IntakeQuestion, QuestionKind
from contracts.rules import messages
from contracts.rules.checks import TextMax
from contracts.rules.fields import long_answer, number_answer, short_answer
from contracts.rules.text import Text

from booking.orders.rules import OfferedService

FILE_GONE: Final = "Please add this file again."
_FILE: Final = Text(TextMax(64))
_READ: Final[dict[QuestionKind, Text]] = {
    "short": short_answer,
    "long": long_answer,
    "number": number_answer,
    "choice": Text(),
    "file": _FILE,
}


class KeptAnswer(NamedTuple):
    """A question as it was asked, and the answer. `answer` is '' where none was given; of a file it is its
    id.
    """

    question_id: str
    service_id: str
    service: str
    kind: QuestionKind
    text: str
    required: bool
    options: tuple[str, ...]
    answer: str


def field_of(question_id: str) -> str:
    """The field beside which the refusal of an answer stands."""
    return f"iv_answer_{question_id}"


def checked_answers(chosen: Sequence[OfferedService], sent: Mapping[str, object]) -> tuple[KeptAnswer, ...]:
    """All questions of the chosen services with the answers that were sent, by the questions' ids. Answers to
    what is not asked any more are left out.

    Raises RuleViolation with every message beside its question.
    """
    kept: list[KeptAnswer] = []
    wrong: dict[str, str] = {}
    for service, question in _asked(chosen):
        try:
            answer = _answer(question, sent.get(question.question_id))
        except ValueError as error:
            wrong[field_of(question.question_id)] = str(error)
            continue
        kept.append(
            KeptAnswer(
                question.question_id,
                service.service_id,
                service.name,
                question.kind,
                question.text,
                question.required,
                tuple(question.options),
                answer,
            )
        )
    if wrong:
        raise RuleViolation(CHECK_FIELDS, **wrong)
    return tuple(kept)


def file_is_gone(answers: Sequence[KeptAnswer], place: int) -> RuleViolation:
    """The refusal of a file that does not wait for this client; places count from 1."""
    return RuleViolation(CHECK_FIELDS, **{field_of(answers[place - 1].question_id): FILE_GONE})


def _asked(chosen: Sequence[OfferedService]) -> Iterator[tuple[OfferedService, IntakeQuestion]]:
    return ((service, question) for service in chosen for question in service.questions)


def _answer(question: IntakeQuestion, sent: object) -> str:
    """The answer as it is kept. Raises ValueError with the message for it."""
    answer = _READ[question.kind].read(sent)
    if not answer and question.required:
        raise ValueError(messages.REQUIRED)
    if answer and question.kind == "choice" and answer not in question.options:
        raise ValueError(messages.NOT_AN_OPTION)
    return answer
