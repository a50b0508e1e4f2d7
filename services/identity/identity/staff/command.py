"""`python -m identity staff add | list | reset-factors | remove`: no call makes an account of the staff."""

import argparse
import secrets
import sys
from typing import Final

from chassis.cli import Command
from chassis.clock import utc_now
from chassis.db import Database
from chassis.outbox import wake_other_processes
from chassis.sealing import Sealing
from contracts.rules import Email, PersonName, message_for
from pydantic import BaseModel, ValidationError

from identity.accounts.store import account_at, all_staff
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import send_token
from identity.passwords.hashing import Passwords, hashing
from identity.passwords.rules import weakness
from identity.second_factor.authenticator_app import seal
from identity.second_factor.rules import plain_code
from identity.second_factor.store import (
    begin_app,
    confirm_app,
    factors_of,
    replace_recovery_codes,
)
from identity.settings import IdentitySettings
from identity.staff.service import add_staff, forget_factors, remove_staff

TAKEN: Final = "An account with this email already exists. The staff sign in with addresses of their own."
NOBODY: Final = "Nobody of the staff has this address."
INVITED: Final = (
    "{name} is one of the staff now. A link to choose a password, good for an hour, was mailed to {email}."
)


class NewMember(BaseModel):
    """A new member of the staff."""

    name: PersonName
    email: Email


class StaffCommandRefused(Exception):
    """The command cannot be carried out; the message says why."""


def _declare(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", required=True)
    add = acts.add_parser("add", help="make an account and mail a link to choose its password")
    add.add_argument("--name", required=True)
    add.add_argument("--email", required=True)
    acts.add_parser("list", help="everybody of the staff")
    reset = acts.add_parser("reset-factors", help="forget the second factors of an account of the staff")
    reset.add_argument("--email", required=True)
    remove = acts.add_parser("remove", help="erase an account of the staff")
    remove.add_argument("--email", required=True)


async def _run(settings: IdentitySettings, arguments: argparse.Namespace) -> None:
    database = Database(settings.command_database_url, pool_size=1)
    try:
        match arguments.act:
            case "add":
                output = await _add(database, settings, _member(arguments.name, arguments.email))
            case "reset-factors":
                output = await _reset_factors(database, arguments.email)
            case "remove":
                output = await _remove(database, arguments.email)
            case _:
                output = await _list(database)
    except StaffCommandRefused as error:
        raise SystemExit(str(error)) from error
    finally:
        await database.close()
    sys.stdout.write(f"{output}\n")


COMMAND: Final = Command("staff", "accounts of the staff of Openhours", _declare, _run)


def _member(name: str, email: str) -> NewMember:
    try:
        return NewMember(name=name, email=email)
    except ValidationError as error:
        messages = "; ".join(f"{each['loc'][0]}: {message_for(each)}" for each in error.errors())
        raise StaffCommandRefused(messages) from error


async def _add(database: Database, settings: IdentitySettings, member: NewMember) -> str:
    async with hashing(settings) as passwords:
        unguessable = await passwords.hash(secrets.token_urlsafe(32))
    now = utc_now()
    async with database.writing() as tx:
        account = await add_staff(tx, member.name, member.email, unguessable, now=now)
        if account is None:
            raise StaffCommandRefused(TAKEN)
        await send_token(tx, TokenPurpose.RESET, account, settings.public_url, now=now)
        await wake_other_processes(tx)
    return INVITED.format(name=member.name, email=member.email)


async def _remove(database: Database, email: str) -> str:
    async with database.writing() as tx:
        if not await remove_staff(tx, email.strip().lower(), now=utc_now()):
            raise StaffCommandRefused(NOBODY)
        await wake_other_processes(tx)
    return f"{email} is no longer one of the staff."


async def _reset_factors(database: Database, email: str) -> str:
    async with database.writing() as tx:
        if not await forget_factors(tx, email.strip().lower()):
            raise StaffCommandRefused(NOBODY)
        await wake_other_processes(tx)
    return f"{email} has no second factor now, and is signed out. They set one up at their next sign-in."


async def _list(database: Database) -> str:
    async with database.reading() as tx:
        people = await all_staff(tx)
    return "\n".join(f"{each.name}  {each.email}" for each in people) or "There is nobody of the staff yet."


async def give_second_factor(
    database: Database, email: str, sealing: Sealing, secret: str, recovery_codes: list[str]
) -> None:
    """Give an account of the staff, unless it has a factor, an authenticator app with a known secret.

    And recovery codes that are known too: for a demo or a test, never for a real account.
    """
    async with database.writing() as tx:
        account = await account_at(tx, email)
        if account is None or (await factors_of(tx, account.id)).any:
            return
        sealed = seal(sealing, secret, account.id)
        await begin_app(tx, account.id, sealed)
        await confirm_app(tx, account.id, sealed, step=0)
        await replace_recovery_codes(tx, account.id, [plain_code(code) for code in recovery_codes])


async def add_staff_with_password(
    database: Database, passwords: Passwords, member: NewMember, password: str
) -> bool:
    """Create an account of the staff with a given password, for a demo or a test; False when it exists.

    Raises `StaffCommandRefused` for a password that a sign-up would refuse too.
    """
    weak = weakness(password, about=(member.name, member.email))
    if weak:
        raise StaffCommandRefused(weak)
    kept = await passwords.hash(password)
    async with database.writing() as tx:
        made = await add_staff(tx, member.name, member.email, kept, now=utc_now())
    return made is not None
