"""Files that go with a mail, as they lie in the queue."""

from contracts.events.booking import CalendarFile
from pydantic import BaseModel, ConfigDict


class Attachment(BaseModel):
    """A file; `content` is base64. `method` is the iTIP method of a calendar file (RFC 5546), else ''."""

    model_config = ConfigDict(frozen=True)

    filename: str
    content_type: str
    content: str
    method: str = ""


def calendar_attachment(calendar: CalendarFile) -> Attachment:
    """The calendar file of an order."""
    return Attachment(
        filename=calendar.filename,
        content_type="text/calendar",
        content=calendar.content,
        method=calendar.method,
    )
