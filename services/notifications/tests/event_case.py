"""The accounts that an event concerns, and a row of the table of expected alerts and mails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from chassis.ids import new_id
from contracts.event import Event
from contracts.events import feed
from contracts.events.booking import OrderFacts
from notifications.preferences.rules import Subject

from services.notifications.tests.conftest import guest_order, order

EXAMPLES: Final = Path(__file__).parents[3] / "proto-contracts" / "examples"
FAR_AWAY: Final = datetime.fromisoformat("2099-11-25T10:00:00+00:00")
"""A Wednesday too, and late enough for a reminder to be of use whenever this runs."""
NAMES: Final = {"provider": "Nadia Kessler", "client": "Grace Wanjiru", "staff": "Ada Stern"}


class Participants:
    """The accounts of one row. Only the staff are shared by all rows."""

    def __init__(self, staff_id: str) -> None:
        self.ids = {"provider": new_id(), "client": new_id(), "staff": staff_id}
        self.mark = new_id()[-12:]

    def __getitem__(self, role: str) -> str:
        return self.ids[role]

    def email(self, role: str) -> str:
        """Where mail to this role goes."""
        return f"{role}-{'' if role == 'staff' else self.mark}@example.com"

    def order(self, **changed: object) -> OrderFacts:
        """An order of the client's with the provider."""
        ids = {f"{side}_id": self[side] for side in ("provider", "client")}
        return order(**ids, **self._addresses(), **changed)

    def guest_order(self, **changed: object) -> OrderFacts:
        """An order of a guest's; their mail goes to the address of the client."""
        return guest_order(provider_id=self["provider"], **self._addresses(), **changed)

    def _addresses(self) -> dict[str, str]:
        return {f"{side}_email": self.email(side) for side in ("provider", "client")}

    def post(self, **changed: object) -> feed.PostFacts:
        """A post of the provider's."""
        facts: dict[str, object] = {
            "post_id": new_id(),
            "owner_id": self["provider"],
            "post_type": "post",
            "audience": "all",
            "mature": False,
            "tags": [],
            "published_at": FAR_AWAY,
            "brief": "Six croissants",
            "revision": 1,
        }
        return feed.PostFacts.model_validate({**facts, **changed})


@dataclass(frozen=True, slots=True)
class Expected:
    """What one role receives. `alert` is a kind, `mail` a subject; '' for none."""

    who: str
    subject: Subject | None = "appointments"
    """By which switch; None for what is mailed to an address, whoever it belongs to."""
    alert: str = ""
    says: str = ""
    url: str = ""
    mail: str = ""
    even_suspended: bool = False
    """Whether the mail goes to a suspended account too."""

    @property
    def social(self) -> bool:
        """Whether a block suppresses it."""
        return self.subject in {"circle", "posts"}


@dataclass(frozen=True, slots=True)
class EventCase:
    """One event, and everything that it causes."""

    make: Callable[[Participants], Event]
    expects: tuple[Expected, ...] = ()
    emits: Mapping[str, int] = field(default_factory=dict[str, int])
    """Events of this service's own, beside those of alerts: how many of each key."""
