"""default_fields.json: the default texts that a form shows, and that a service takes for an empty field."""

from typing import Any

from contracts import texts


def document() -> dict[str, Any]:
    """The content of default_fields.json. It is small, so screens need not load the reference data."""
    return {
        "default_feedback": texts.DEFAULT_FEEDBACK,
        "default_rating_request": texts.DEFAULT_RATING_REQUEST,
    }
