"""Checks the database of a service."""

import ipaddress
from datetime import UTC, datetime
from typing import Final

import asyncpg
from chassis.settings import ServiceSettings

from openhours.checks.finding import Finding, degraded, ok, wrong
from openhours.connecting import database
from openhours.failures import OUTSIDE
from openhours.output import reason_of
from openhours.revisions import head_of, revision_of

OLDEST: Final = 15
"""The oldest major version of PostgreSQL that is supported."""
SKEW_SECONDS: Final = 1.0
SKEW_WRONG_SECONDS: Final = 30.0
"""Tokens, links and reminders go by the clock: from here on they fail or come at the wrong time."""
SHARE_LEFT: Final = 0.2
"""Of the connections that the server allows: with fewer left, a rolling restart may use them up."""
FEWEST_LEFT: Final = 5
LATE_SECONDS: Final = 30
STUCK_SECONDS: Final = 300

_SERVER: Final = """
SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::int / 10000 AS major,
       (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS tls,
       inet_server_addr() AS address,
       clock_timestamp() AS now,
       (SELECT count(datid) FROM pg_stat_activity) AS used,
       current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int AS allowed
"""
_ROLE: Final = """
SELECT current_user::text AS name,
       rolsuper OR rolcreatedb OR rolcreaterole AS manages,
       has_schema_privilege(current_user, 'public', 'CREATE') OR EXISTS (
           SELECT FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'MEMBER')
       ) AS changes
FROM pg_roles WHERE rolname = current_user
"""
_WAITING: Final = """
SELECT (SELECT count(*) FROM outbox) AS events,
       coalesce((SELECT extract(epoch FROM clock_timestamp() - min(created_at)) FROM outbox), 0) AS age,
       (SELECT count(*) FROM dead_letter) AS dead
"""


async def check_database(service: str, settings: ServiceSettings) -> list[Finding]:
    """What is to be said of the service's database, with the role with which the service uses it."""
    what = f"{service}: database"
    try:
        async with database(settings.database_url) as connection:
            asked = datetime.now(UTC)
            server = await connection.fetchrow(_SERVER)
            middle = asked + (datetime.now(UTC) - asked) / 2
            assert server is not None
            found = [
                _server(what, server),
                _clock(service, abs((server["now"] - middle).total_seconds())),
                _connections(service, server["used"], server["allowed"]),
                await _role(service, connection),
            ]
            revision = await _revision(service, connection)
            found.append(revision)
            if revision.state == "ok":
                found += await _waiting(service, connection)
            return found
    except OUTSIDE as error:
        advice = "Is the server up, is the address right, does the role exist and may it connect?"
        return [wrong(what, reason_of(error), advice)]


def _server(what: str, server: asyncpg.Record) -> Finding:
    said = f"PostgreSQL {server['version']}, {'with' if server['tls'] else 'without'} TLS"
    if server["major"] < OLDEST:
        return wrong(what, said, f"PostgreSQL {OLDEST} is the oldest that is supported: upgrade it.")
    address = server["address"]
    if server["tls"] or address is None or ipaddress.ip_interface(str(address)).is_loopback:
        return ok(what, said)
    advice = "Everybody on that network can read it: add ?sslmode=verify-full and sslrootcert to the address."
    return degraded(what, said, advice)


def _clock(service: str, skew: float) -> Finding:
    what, said = f"{service}: clock", f"its server's clock and this one differ by {skew * 1000:.0f} ms"
    advice = "Set both machines' clocks by NTP."
    if skew > SKEW_WRONG_SECONDS:
        return wrong(what, said, advice)
    return degraded(what, said, advice) if skew > SKEW_SECONDS else ok(what, said)


def _connections(service: str, used: int, allowed: int) -> Finding:
    what, said = f"{service}: connections", f"{used} of {allowed} connections of its server are used"
    advice = "Raise max_connections, put PgBouncer in between, or let each process open fewer."
    if allowed - used < FEWEST_LEFT:
        return wrong(what, said, advice)
    return degraded(what, said, advice) if allowed - used < SHARE_LEFT * allowed else ok(what, said)


async def _role(service: str, connection: asyncpg.Connection) -> Finding:
    role = await connection.fetchrow(_ROLE)
    assert role is not None
    what = f"{service}: role"
    if role["manages"]:
        said = f"{role['name']} may make databases or roles"
    elif role["changes"]:
        said = f"{role['name']} may change tables"
    else:
        return ok(what, f"{role['name']} reads and writes rows, and changes no table")
    advice = "Name the owner in MIGRATION_DATABASE_URL, another role in DATABASE_URL, and migrate again."
    return degraded(what, said, advice)


async def _revision(service: str, connection: asyncpg.Connection) -> Finding:
    head, found = head_of(service), await revision_of(connection)
    what = f"{service}: revision"
    if found == head:
        return ok(what, f"{found}, which is the code's")
    advice = f"`openhours migrate {service}`, or start the version of the code that wrote it."
    return wrong(what, f"{found or 'none'}, and the code's is {head}", advice)


async def _waiting(service: str, connection: asyncpg.Connection) -> list[Finding]:
    row = await connection.fetchrow(_WAITING)
    assert row is not None
    what, said = f"{service}: outbox", f"{row['events']} events wait, the oldest for {row['age']:.0f} s"
    advice = "Is the broker up, and does a process of the service run? Its log says why it does not publish."
    if row["age"] > STUCK_SECONDS:
        found = wrong(what, said, advice)
    else:
        found = degraded(what, said, advice) if row["age"] > LATE_SECONDS else ok(what, said)
    if not row["dead"]:
        return [found]
    said = f"{row['dead']} events in its table could not be handled"
    return [found, degraded(f"{service}: dead letters", said, "`openhours dead-letters list` names them.")]
