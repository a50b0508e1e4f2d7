"""default_fields.json: the default words that a form shows beforehand and a service takes when none are written."""

from typing import Any

from contracts import texts


def document() -> dict[str, Any]:
    """The whole of default_fields.json. It is small, so that a screen need not fetch the reference data for it."""
    return {
        "default_feedback": texts.DEFAULT_FEEDBACK,
        "default_rating_request": texts.DEFAULT_RATING_REQUEST,
    }
