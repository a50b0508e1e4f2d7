"""How values travel (api.md section 1): instants as ISO 8601 UTC with `Z`."""

from datetime import UTC, datetime


def instant_text(instant: datetime) -> str:
    """ISO 8601 UTC with `Z`, whole seconds where the instant is whole."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
