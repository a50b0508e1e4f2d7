"""The secret addresses of subscription feeds. They follow from account, generation and the service's key."""

import base64
import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Request


@dataclass(frozen=True, slots=True)
class FeedLinks:
    """Makes and checks the addresses. `public_url` is the address of the gateway."""

    public_url: str
    key: bytes

    def secret(self, account_id: str, generation: int) -> str:
        """The secret part of the address of this generation of the account's feed."""
        digest = hmac.new(self.key, f"calendar-feed:{account_id}:{generation}".encode(), sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def admits(self, account_id: str, generation: int, secret: str) -> bool:
        """Whether `secret` belongs to this generation of the account's feed."""
        return hmac.compare_digest(self.secret(account_id, generation).encode(), secret.encode())

    def link(self, account_id: str, generation: int) -> str:
        """The absolute address of the feed."""
        path = f"/api/calendar_feed/{quote(account_id, safe='')}/{self.secret(account_id, generation)}.ics"
        return f"{self.public_url.rstrip('/')}{path}"


async def _feed_links(request: Request) -> FeedLinks:
    return request.app.state.feed_links


Links = Annotated[FeedLinks, Depends(_feed_links)]
