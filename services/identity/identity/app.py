"""The identity service on one screen."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from identity.accounts.routes import router as accounts
from identity.confirmation.routes import router as confirmation
from identity.export.routes import router as export
from identity.guests.routes import router as guests
from identity.heard.events import (
    on_account_profile,
    on_avatar,
    on_order,
    on_profile,
    on_standing,
    on_unsubscribed,
)
from identity.logins.routes import internal as ended_logins
from identity.logins.routes import router as logins
from identity.passwords.hashing import hashing
from identity.passwords.jobs import reset_mails
from identity.passwords.routes import router as passwords
from identity.preferences.routes import router as preferences
from identity.replays import all_accounts, all_deleted_accounts
from identity.session.routes import router as session
from identity.settings import IdentitySettings
from identity.sweeping import sweep
from identity.tokens.keys import KeyRing, key_ring
from identity.tokens.routes import key_set
from identity.tokens.routes import router as tokens
from identity.tokens.signing import TokenSigner


def create_app(settings: IdentitySettings, wiring: Wiring | None = None) -> FastAPI:
    """Accounts, logins, passwords, guests and the keys that everybody verifies tokens with."""

    @cache
    def ring() -> KeyRing:
        return key_ring(settings)

    async def own_keys() -> list[dict[str, str]]:
        return [key.model_dump() for key in key_set(ring().published).keys]

    @asynccontextmanager
    async def keys_and_threads(app: FastAPI) -> AsyncGenerator[None]:
        app.state.token_signer = TokenSigner(ring())
        async with hashing(settings) as app.state.passwords:
            yield

    return create_service(
        Service(
            name="identity",
            settings=settings,
            routers=[
                accounts,
                logins,
                passwords,
                confirmation,
                guests,
                preferences,
                tokens,
                session,
                export,
                ended_logins,
            ],
            consumers=[on_profile, on_avatar, on_account_profile, on_order, on_standing, on_unsubscribed],
            replays=[all_accounts, all_deleted_accounts],
            jobs=[reset_mails(settings.public_url), sweep],
            lifespans=[keys_and_threads],
            keys=own_keys,
        ),
        wiring or Wiring(),
    )
