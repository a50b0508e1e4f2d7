"""The device and the moment of a sign-in."""

from dataclasses import dataclass
from datetime import datetime

from chassis.db import Transaction
from chassis.http.languages import detected_language
from pydantic import JsonValue

from identity.accounts.language import set_language
from identity.accounts.reading import follow_device
from identity.accounts.store import Account
from identity.guessing.source import Source
from identity.guessing.store import remember_source
from identity.logins.create_login import NewLogin, create_login
from identity.tokens.signing import TokenSigner


@dataclass(frozen=True, slots=True)
class Visit:
    """What a request says of its device, and when it came."""

    device: dict[str, JsonValue]
    accept_language: str
    user_agent: str
    source: Source
    now: datetime

    async def begin_login(
        self, tx: Transaction, signer: TokenSigner, account: Account, *, second_factor: bool = False
    ) -> NewLogin:
        """Begin a login of a locked account. The device sets its language, if it has none, and its zone.

        What it comes from is known again (product.md 1.2).
        """
        language = detected_language(self.device, self.accept_language)
        if language and not account.language_said:
            await set_language(tx, account, language)
        await follow_device(tx, account.id, self.device)
        login = await create_login(
            tx,
            signer,
            account,
            self.device,
            user_agent=self.user_agent,
            now=self.now,
            second_factor=second_factor,
        )
        await remember_source(tx, account.id, self.source, cookie=bool(login.cookie), now=self.now)
        return login
