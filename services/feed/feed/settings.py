"""The settings of feed, besides those of every service."""

from chassis.settings import ServiceSettings


class FeedSettings(ServiceSettings):
    """Read from the environment."""

    port: int = 8103
