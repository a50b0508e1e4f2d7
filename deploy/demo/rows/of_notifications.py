"""What notifications owns: alerts, conversations and messages."""

from notifications.alerts.models import AlertFactRow, AlertRow
from notifications.messages.models import ConversationRow, ConversationSideRow, MessageRow

from demo.alerts import Raised
from demo.rows.tables import Row, Tables
from demo.social import Conversation


def notifications_rows(conversations: list[Conversation], alerts: list[Raised]) -> Tables:
    """Everything that notifications owns of the demo."""
    return [
        (ConversationRow, [_conversation(each) for each in conversations]),
        (ConversationSideRow, [row for each in conversations for row in _sides(each)]),
        (
            MessageRow,
            [
                {
                    "id": line.id,
                    "conversation_id": each.id,
                    "sender_id": line.sender.id,
                    "text": line.text,
                    "sent_at": line.at,
                }
                for each in conversations
                for line in each.messages
            ],
        ),
        (AlertRow, [each.row for each in alerts]),
        (AlertFactRow, [fact for each in alerts for fact in each.facts]),
    ]


def _conversation(conversation: Conversation) -> Row:
    first, second = sorted(each.id for each in conversation.sides)
    return {"id": conversation.id, "first_id": first, "second_id": second}


def _sides(conversation: Conversation) -> list[Row]:
    last = conversation.messages[-1] if conversation.messages else None
    one, other = conversation.sides
    return [
        {
            "conversation_id": conversation.id,
            "account_id": account.id,
            "other_id": across.id,
            "unread": conversation.unread if last and last.sender.id != account.id else 0,
            "latest_id": last.id if last else conversation.id,
        }
        for account, across in ((one, other), (other, one))
    ]
