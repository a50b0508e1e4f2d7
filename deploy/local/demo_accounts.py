"""The demo's accounts, whose passwords everybody knows, are for this machine alone (OWASP ASVS 6.3.2)."""

from pathlib import Path

from chassis.clear_text import is_loopback

from local.databases import connected

WANTED = {"0": False, "1": True}


class KnownAccounts(RuntimeError):
    """The demo's accounts would be there for others than this machine; the message says what to do."""


def is_for_this_machine(host: str) -> bool:
    """Whether a server on this HOST is reached from this machine alone; '' stands for all its addresses."""
    return bool(host) and is_loopback(host)


def with_demo(wanted: str, host: str) -> bool:
    """Whether the demo is added: as DEMO says (`wanted`), else where only this machine can reach it."""
    return WANTED.get(wanted, is_for_this_machine(host))


async def refuse_known_accounts(identity_url: str, folder: Path) -> None:
    """Raise `KnownAccounts` if the demo was added to these data before."""
    async with connected(identity_url) as connection:
        known = await connection.fetchval(
            "SELECT EXISTS (SELECT FROM account WHERE email LIKE '%@demo.example')"
        )
    if known:
        raise KnownAccounts(
            f"The data in {folder} hold the demo's accounts, whose passwords everybody knows, and HOST lets "
            "others in. Choose another folder (DATA_DIR=…), or say DEMO=1 if they shall come in."
        )
