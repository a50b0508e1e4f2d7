"""`python -m notifications mails [--again ID | --again all]`: list mails that failed, and send them again."""

import argparse
import sys
from datetime import datetime
from typing import Final

from chassis.cli import Command
from chassis.clock import utc_now
from chassis.db import Connection, Database, Transaction
from chassis.outbox import wake_other_processes

from notifications.mail import failed_mails, store
from notifications.mail.store import Mail
from notifications.settings import NotificationsSettings

AT_ONCE: Final = 500
ALL: Final = "all"


class CommandRefused(Exception):
    """The command cannot be carried out; the message says why."""


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--again", metavar="ID", help=f"send this mail again, or '{ALL}' of them")


async def run(settings: NotificationsSettings, again: str | None) -> str:
    """What the command says: the list of mails that were given up, or what is on its way again.

    A service that is running is told of it. Raises `CommandRefused`.
    """
    database = Database(settings.command_database_url, pool_size=1)
    now = utc_now()
    try:
        if again is None:
            async with database.reading() as tx:
                return await _list(tx, now)
        async with database.writing() as tx:
            said = await _send_again(tx, again, now)
            await wake_other_processes(tx, store.QUEUE)
            return said
    finally:
        await database.close()


async def _run(settings: NotificationsSettings, wanted: argparse.Namespace) -> None:
    try:
        output = await run(settings, wanted.again)
    except CommandRefused as error:
        raise SystemExit(str(error)) from error
    sys.stdout.write(f"{output}\n")


COMMAND: Final = Command("mails", "look at the mails that could not be sent", _declare, _run)


async def _list(tx: Connection, now: datetime) -> str:
    found: list[Mail] = []
    while page := await store.failed_mails(tx, AT_ONCE, found[-1].id if found else None):
        found += page
    return "\n".join([*(_line(mail, now) for mail in found), f"{len(found)} mails could not be sent"])


def _line(mail: Mail, now: datetime) -> str:
    age = now - (mail.given_up_at or mail.created_at)
    hours, minutes = divmod(int(age.total_seconds()) // 60, 60)
    to = failed_mails.masked(mail.receiver)
    return f"{mail.id}  {mail.template}  {hours} h {minutes:02} min  {mail.last_error or '-'}  {to}"


async def _send_again(tx: Transaction, again: str, now: datetime) -> str:
    if again == ALL:
        return f"{await store.retry_all(tx, now)} mails are on their way again"
    match await failed_mails.retry(tx, again, now):
        case "unknown":
            raise CommandRefused(failed_mails.NO_SUCH_MAIL)
        case "too late":
            raise CommandRefused(failed_mails.TOO_LATE)
        case "again":
            return "1 mail is on its way again"
