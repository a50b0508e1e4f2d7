"""Reading and writing where a provider's sessions are held."""

from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.profiles import RemoteTerms
from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from profiles.venues.models import VenueSettingsRow

_REMOTE: Final = ("remote_kind", "remote_link", "remote_server")
_remote = insert(VenueSettingsRow).values(params("account_id", *_REMOTE))
SAVE_REMOTE: Final = Statement(
    _remote.on_conflict_do_update(
        index_elements=[VenueSettingsRow.account_id],
        set_={name: _remote.excluded[name] for name in _REMOTE},
    )
)
FIND_REMOTE: Final = Statement(
    select(
        VenueSettingsRow.remote_kind.label("kind"),
        VenueSettingsRow.remote_link.label("link"),
        VenueSettingsRow.remote_server.label("server"),
    ).where(VenueSettingsRow.account_id == bindparam("account_id"))
)


async def save_remote(tx: Transaction, account_id: str, remote: RemoteTerms) -> None:
    """Write how the links of remote sessions come about."""
    await SAVE_REMOTE.run(
        tx,
        account_id=account_id,
        remote_kind=remote.kind,
        remote_link=remote.link,
        remote_server=remote.server,
    )


async def remote_of(tx: Connection, account_id: str) -> RemoteTerms:
    """How the links of remote sessions come about."""
    row = await FIND_REMOTE.one(tx, account_id=account_id)
    return RemoteTerms() if row is None else RemoteTerms.model_validate(dict(row))
