"""Every event of Openhours. Importing this package fills the registry in `contracts.event`."""

from contracts.events import booking, feed, identity, notifications, profiles

__all__ = ["booking", "feed", "identity", "notifications", "profiles"]
