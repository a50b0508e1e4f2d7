"""The settings of profiles, besides those of every service."""

from chassis.settings import ServiceSettings


class ProfilesSettings(ServiceSettings):
    """Wiring of the profiles service, read from the environment."""

    port: int = 8102
