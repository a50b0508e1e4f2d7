"""Where a request with a password comes from: its network, and the device if its browser shows a cookie."""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from chassis.http import device_cookie, login_cookie
from fastapi import Depends, Request, Response

from identity.guessing.rules import network_of


@dataclass(frozen=True, slots=True)
class Source:
    """Network and devices as digests. `cookie` is the value that the browser has, or gets if it keeps any."""

    network: bytes
    devices: tuple[bytes, ...]
    cookie: str

    @property
    def own_device(self) -> bytes:
        """The digest of `cookie`."""
        return digest("device", self.cookie)

    def set_cookie(self, response: Response, public_url: str) -> None:
        """Give the browser the cookie by which it is known again."""
        for header in device_cookie.headers_for(self.cookie, https=public_url.startswith("https://")):
            response.headers.append("set-cookie", header)


def digest(kind: str, value: str) -> bytes:
    """The SHA-256 of a value of this kind."""
    return hashlib.sha256(f"{kind}:{value}".encode()).digest()


async def _source(request: Request) -> Source:
    """The gateway names the caller's address and drops what others claim."""
    peer = request.client.host if request.client else ""
    address = request.headers.get("x-forwarded-for", peer)
    given = device_cookie.values(request.headers.getlist("cookie"))
    return Source(
        digest("network", network_of(address.strip())),
        tuple(digest("device", value) for value in given),
        given[0] if given else login_cookie.new_value(),
    )


RequestSource = Annotated[Source, Depends(_source)]
"""Where the request comes from."""
