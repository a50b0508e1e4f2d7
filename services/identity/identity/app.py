"""The identity service on one screen."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.data_exports import DataExport
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from contracts.events.identity import IdentityDataCollected
from fastapi import FastAPI

from identity.confirmation.routes import router as confirmation
from identity.export.account_data import held_by_identity
from identity.export.internal_routes import router as export
from identity.export.routes import router as data_export
from identity.guests.routes import router as guests
from identity.handlers import (
    on_account_profile,
    on_avatar,
    on_collected,
    on_first_request,
    on_guest_erased,
    on_profile,
    on_standing,
    on_unsubscribed,
)
from identity.jobs import delete_expired, give_up_late_exports, give_usernames, reset_mails
from identity.logins.internal_routes import router as logins_internal
from identity.logins.routes import router as logins
from identity.mail_address.routes import router as mail_address
from identity.own_account.routes import router as own_account
from identity.passwords.hashing import hashing
from identity.passwords.routes import router as passwords
from identity.preferences.routes import router as preferences
from identity.replays import all_accounts, all_deleted_accounts
from identity.second_factor.routes import router as second_factor
from identity.settings import IdentitySettings
from identity.sign_in.routes import router as sign_in
from identity.sign_up.routes import router as sign_up
from identity.step_up.routes import router as step_up
from identity.tokens.keys import KeyRing, key_ring
from identity.tokens.routes import key_set
from identity.tokens.routes import router as tokens
from identity.tokens.signing import TokenSigner


def create_app(settings: IdentitySettings, wiring: Wiring | None = None) -> FastAPI:
    """Accounts, logins, passwords, guests and the keys with which every service verifies tokens."""

    @cache
    def ring() -> KeyRing:
        return key_ring(settings)

    async def own_keys() -> list[dict[str, str]]:
        return [key.model_dump() for key in key_set(ring().published).keys]

    @asynccontextmanager
    async def keys_and_threads(app: FastAPI) -> AsyncGenerator[None]:
        app.state.token_signer = TokenSigner(ring())
        app.state.sealing = Sealing(
            sealing_keys(
                settings.second_factor_key,
                settings.second_factor_key_path,
                create=settings.second_factor_key_create,
            )
        )
        async with hashing(settings) as app.state.passwords:
            yield

    return create_service(
        ServiceDefinition(
            name="identity",
            migrations=Path(__file__).parents[1] / "migrations",
            settings=settings,
            routers=[
                sign_up,
                sign_in,
                step_up,
                mail_address,
                second_factor,
                own_account,
                logins,
                passwords,
                confirmation,
                guests,
                preferences,
                tokens,
                export,
                data_export,
                logins_internal,
            ],
            consumers=[
                on_profile,
                on_avatar,
                on_account_profile,
                on_first_request,
                on_standing,
                on_unsubscribed,
                on_collected,
                on_guest_erased,
            ],
            replays=[all_accounts, all_deleted_accounts],
            jobs=[
                reset_mails(settings.public_url),
                delete_expired,
                give_usernames,
                give_up_late_exports,
            ],
            lifespans=[keys_and_threads],
            data_export=DataExport(collect=held_by_identity, collected=IdentityDataCollected),
            keys=own_keys,
        ),
        wiring or Wiring(),
    )
