"""The connected sockets: by account and login, and the providers that each one watches."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import Final

from chassis.http.callers import Principal

MAX_WATCHED: Final = 20
EVERYONE_SIGNED_IN: Final = "signed-in"


def account_room(account_id: str) -> str:
    """The room of one account's or guest's sockets."""
    return f"account:{account_id}"


def watch_room(provider_id: str) -> str:
    """The room of the sockets that watch a provider's free time."""
    return f"watch:{provider_id}"


@dataclass(slots=True)
class ConnectedSocket:
    """One socket. `principal` is None without a token, and after its login has ended."""

    sid: str
    principal: Principal | None
    watched: list[str] = field(default_factory=list)

    @property
    def rooms(self) -> list[str]:
        """The rooms of its login."""
        if self.principal is None:
            return []
        own = account_room(self.principal.id)
        return [own, EVERYONE_SIGNED_IN] if self.principal.kind == "account" else [own]

    def watch(self, provider_id: str) -> str | None:
        """Watch one more provider; returns the oldest one, now dropped, beyond `MAX_WATCHED`."""
        if provider_id in self.watched:
            self.watched.remove(provider_id)
        self.watched.append(provider_id)
        return self.watched.pop(0) if len(self.watched) > MAX_WATCHED else None


class Presence:
    """The sockets of this process."""

    def __init__(self) -> None:
        self._by_sid: dict[str, ConnectedSocket] = {}
        self._by_login: dict[str, set[str]] = {}

    def __len__(self) -> int:
        return len(self._by_sid)

    def __contains__(self, sid: object) -> bool:
        return sid in self._by_sid

    @property
    def watches(self) -> bool:
        """Whether anybody watches a provider."""
        return any(connected.watched for connected in self._by_sid.values())

    def get(self, sid: str) -> ConnectedSocket | None:
        """The connected socket with this id."""
        return self._by_sid.get(sid)

    def connect(self, sid: str, principal: Principal | None) -> ConnectedSocket:
        """Add a socket, or give a known socket the principal of its newer token."""
        self._forget_login(sid)
        connected = self._by_sid.get(sid) or ConnectedSocket(sid, None)
        connected.principal = principal
        self._by_sid[sid] = connected
        if principal is not None:
            self._by_login.setdefault(principal.login_id, set()).add(sid)
        return connected

    def disconnect(self, sid: str) -> None:
        """Remove a socket."""
        self._forget_login(sid)
        self._by_sid.pop(sid, None)

    def of_login(self, login_id: str) -> list[ConnectedSocket]:
        """The sockets of one login."""
        return [self._by_sid[sid] for sid in self._by_login.get(login_id, ())]

    def of_accounts(self, account_ids: Container[str]) -> list[str]:
        """The ids of these accounts' sockets."""
        return [
            connected.sid
            for connected in self._by_sid.values()
            if connected.principal is not None and connected.principal.id in account_ids
        ]

    def those_over(self, is_over: Callable[[Principal], bool]) -> list[ConnectedSocket]:
        """The sockets whose token no longer holds."""
        return [
            connected
            for connected in self._by_sid.values()
            if connected.principal is not None and is_over(connected.principal)
        ]

    def sign_out(self, sockets: Iterable[ConnectedSocket]) -> list[tuple[str, list[str]]]:
        """Remove the login of these sockets; returns each socket's id and the rooms that it must leave."""
        left_rooms: list[tuple[str, list[str]]] = []
        for connected in sockets:
            left_rooms.append((connected.sid, connected.rooms))
            self._forget_login(connected.sid)
            connected.principal = None
        return left_rooms

    def _forget_login(self, sid: str) -> None:
        connected = self._by_sid.get(sid)
        if connected is None or connected.principal is None:
            return
        login_id = connected.principal.login_id
        sids = self._by_login.get(login_id)
        if sids is not None:
            sids.discard(sid)
            if not sids:
                del self._by_login[login_id]
