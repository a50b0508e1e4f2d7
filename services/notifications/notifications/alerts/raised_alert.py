"""An alert on its way to its receiver, as far as nothing has to be looked up for it (product.md 5.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from chassis.ids import new_id
from contracts.events.notifications import AlertFacts, AlertRaised

from notifications.alerts.notice import Notice
from notifications.alerts.serializers import AlertJson, serialize_single
from notifications.alerts.store import Alert
from notifications.preferences.rules import SUBJECT_OF, wanted
from notifications.projections.store import Person


@dataclass(frozen=True, slots=True)
class RaisedAlert:
    """An alert, the event that announces it, and whether its receiver wants it on devices too."""

    alert: Alert
    announcement: AlertRaised
    pushed: bool


def is_listening(receiver: Person) -> bool:
    """Whether the account gets alerts: a suspended one gets none (product.md 7.4)."""
    return not receiver.deleted and not receiver.suspended


def status_for(receiver: Person, kind: str) -> str:
    """The status of a new alert: read for who switched its subject off in the app.

    So screens stay current, without a badge.
    """
    return "active" if wanted(receiver.channels, SUBJECT_OF[kind], "in_app") else "read"


def announcement(notice: Notice, shown: AlertJson) -> AlertRaised:
    """The event that tells the receiver's screens of the alert."""
    return AlertRaised(
        receiver_id=notice.receiver_id,
        notification_data=AlertFacts.model_construct(**shown),
        booking_data=notice.booking,
        interest_data=notice.interest,
        additional_update=notice.update,
    )


def raise_single(notice: Notice, known: Mapping[str, Person], at: datetime) -> RaisedAlert | None:
    """The alert of a notice that neither has a group nor leads to a person; None when nobody listens.

    `known` has receiver and actor. Whether the fact has an alert already, its row's key decides.
    """
    receiver = known[notice.receiver_id]
    if not is_listening(receiver):
        return None
    alert = Alert(
        id=new_id(),
        source=notice.source,
        receiver_id=receiver.id,
        kind=notice.kind,
        actor_id=notice.actor_id,
        words=dict(notice.words),
        url=notice.url,
        status=status_for(receiver, notice.kind),
        created_at=at,
        group_key=None,
        count=1,
        moved_id=None,
    )
    pushed = notice.for_devices and wanted(receiver.channels, SUBJECT_OF[notice.kind], "push")
    return RaisedAlert(alert, announcement(notice, serialize_single(alert, known)), pushed)
