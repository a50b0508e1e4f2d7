"""The states of an export: pure (product.md 1.10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from contracts.subscriptions import SUBSCRIPTIONS

State = Literal["collecting", "ready", "failed", "expired"]
PARTS: Final = frozenset(
    service for service, keys in SUBSCRIPTIONS.items() if "identity.data_export.requested" in keys
)
"""The services that add a part to every export."""
GIVEN_UP_AFTER: Final = timedelta(hours=24)
"""How long a service may be away before an export has failed."""


@dataclass(frozen=True, slots=True)
class Export:
    """An account's newest export."""

    account_id: str
    export_id: str
    requested_at: datetime
    expires_at: datetime
    sizes: Mapping[str, int]
    ready_at: datetime | None
    failed_at: datetime | None

    def state(self, now: datetime) -> State:
        """What its owner may expect of it now."""
        if self.failed_at is not None:
            return "failed"
        if self.expires_at <= now:
            return "expired"
        return "collecting" if self.ready_at is None else "ready"

    @property
    def complete(self) -> bool:
        """Whether every part was collected."""
        return self.sizes.keys() >= PARTS
