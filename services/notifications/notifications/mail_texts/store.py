"""What providers have written for their clients, in the database: a part of their account."""

from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import Text, bindparam, cast, func, update

from notifications.mail_texts.rules import OwnText, TextKind
from notifications.projections.models import PersonRow

_of_account = PersonRow.id == bindparam("account_id")
_kind = bindparam("kind", type_=Text)
KEEP: Final = Statement(
    update(PersonRow)
    .where(_of_account)
    .values(
        texts=PersonRow.texts.op("||")(
            func.jsonb_build_object(
                cast(_kind, Text),
                func.jsonb_build_object(
                    "subject",
                    cast(bindparam("subject", type_=Text), Text),
                    "text",
                    cast(bindparam("text", type_=Text), Text),
                ),
            )
        )
    )
)
DROP: Final = Statement(
    update(PersonRow).where(_of_account).values(texts=PersonRow.texts.op("-")(cast(_kind, Text)))
)


async def keep_text(tx: Transaction, account_id: str, kind: TextKind, own: OwnText) -> None:
    """Keep what the account wrote for mails of this kind."""
    await KEEP.run(tx, account_id=account_id, kind=kind, subject=own.subject, text=own.text)


async def drop_text(tx: Transaction, account_id: str, kind: TextKind) -> None:
    """Forget it: the standard text counts again."""
    await DROP.run(tx, account_id=account_id, kind=kind)
