"""The settings of profiles, besides those of every service."""

from chassis.settings import ServiceSettings
from pydantic import Field


class ProfilesSettings(ServiceSettings):
    """Wiring of the profiles service, read from the environment."""

    port: int = 8102
    meeting_server: str = ""
    """The https address of a server whose rooms providers may use for remote sessions (a Jitsi Meet, or any
    other that makes a room of each path). Without one they name their own."""
    report_archive_days: int = Field(default=365, ge=1)
    """How long the archive keeps the reports by and about an account after it went. Another value counts for
    what is archived afterwards."""
    guest_request_retention_days: int = Field(default=365, ge=1)
    """How long after its answer a guest's question to the staff is kept."""
