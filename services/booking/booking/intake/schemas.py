"""Requests and answers about what clients are asked."""

from chassis.media.uploads import Upload
from chassis.media.validation import FileKind
from contracts.intake import QuestionKind
from pydantic import BaseModel


class NewFile(BaseModel):
    """A picture or a PDF that answers a question of an order which is about to be placed, as a data URL or as
    base64.
    """

    iv_media_base: Upload


class FileKept(BaseModel):
    """The id that goes into the order as the answer. Pixels, 0 of a PDF; `size` is in bytes."""

    file_id: str
    kind: FileKind
    width: int
    height: int
    size: int


class AnswerData(BaseModel):
    """A question as it was asked, and its answer: '' where none was given. `options` are those of a choice.
    Of a file `answer` is '', and `file` says which; get_intake_file has it.
    """

    question_id: str
    service_id: str
    service: str
    kind: QuestionKind
    text: str
    required: bool
    options: list[str]
    answer: str
    file: FileKept | None


class OrderAnswersData(BaseModel):
    """What the client of an order was asked, in order."""

    answers: list[AnswerData]
