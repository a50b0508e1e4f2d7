"""What the acting screen shows at once: the alert another account is about to get (notification_data)."""

from pydantic import BaseModel

from feed.projections.store import Author


class NotificationData(BaseModel):
    """An alert in the making. The alert itself is raised, and reaches its receiver, by the event."""

    notification_receiver_id: str
    notification_text: str
    notification_type: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    status: str = "active"


def alert_preview_for(
    receiver_id: str, kind: str, text: str, actor: Author | None
) -> NotificationData | None:
    """The news for `receiver_id`; None when it is about one's own doing."""
    if actor is None or actor.id == receiver_id:
        return None
    return NotificationData(
        notification_receiver_id=receiver_id,
        notification_text=f"{actor.name} {text}",
        notification_type=kind,
        name=actor.name,
        username=actor.username,
        avatar=actor.avatar,
        onboardProfile=actor.provider,
    )
