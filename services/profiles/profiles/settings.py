"""What profiles can be told from outside, beside what every service can."""

from chassis.settings import ServiceSettings


class ProfilesSettings(ServiceSettings):
    """Wiring of the profiles service, read from the environment."""

    port: int = 8102
