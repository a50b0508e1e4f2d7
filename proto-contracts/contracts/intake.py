"""Questions that a client answers when booking a service (product.md 3.13)."""

from typing import Final, Literal

from pydantic import Field

from contracts.event import Facts

QuestionKind = Literal["short", "long", "choice", "number", "file"]
"""How a question is answered: a line, a text, one of its options, a number, or a file: a picture or a PDF."""
MOST_QUESTIONS: Final = 20
"""Questions of one service."""
MOST_OPTIONS: Final = 20
"""Options of one choice."""


class IntakeQuestion(Facts):
    """One question of a service. `options` are those of a choice; all other kinds have none."""

    question_id: str
    kind: QuestionKind
    text: str
    required: bool = False
    options: list[str] = Field(default_factory=list[str])
