"""What feed can be told from outside, beside what every service can."""

from chassis.settings import ServiceSettings


class FeedSettings(ServiceSettings):
    """Read from the environment."""

    port: int = 8103
