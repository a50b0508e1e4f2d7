"""wording.json: the default words that a form shows beforehand and a service takes when none are written."""

from typing import Any

from contracts import wording


def document() -> dict[str, Any]:
    """The whole of wording.json. It is small, so that a screen need not fetch the reference data for it."""
    return {
        "default_feedback": wording.DEFAULT_FEEDBACK,
        "default_rating_request": wording.DEFAULT_RATING_REQUEST,
    }
