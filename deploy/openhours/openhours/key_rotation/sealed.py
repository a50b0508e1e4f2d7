"""Rotates a key that seals secrets in a table: processes learn the new one, it seals, rows are sealed again.

Two calls of `rotate` and one of `drop`, and a restart of the service's processes after each: a process that
does not know a key yet cannot open what another one sealed with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chassis.db import Database
from chassis.key_files import sealing_keys
from chassis.resealing import SealedRows, reseal
from cryptography.fernet import Fernet
from pydantic import SecretStr

from openhours.key_rotation.files import NotNow, Shown, days_of, replace_file
from openhours.parts import WrongSettings

OPENS, SEALS = "opens\n", "seals\n"
"""What the newest key does; in the file with `.step` behind the name of the keys' file."""
LEARNED: Final = (
    "A new key is there, and seals nothing yet. Restart all processes of {service}, and call this again."
)
SEALING: Final = (
    "The new key seals from the next start of {service}. Restart all its processes, and call "
    "`openhours keys drop {kind}`: it seals again what the former keys have sealed, and drops them."
)


@dataclass(frozen=True, slots=True)
class SealingKeys:
    """The keys of one service that seal, and what they have sealed."""

    kind: str
    service: str
    setting: str
    given: SecretStr | None
    path: Path | None
    database_url: str
    rows: Sequence[SealedRows]

    @property
    def file(self) -> Path:
        """The file that holds them. Raises `parts.WrongSettings` without one."""
        if self.given is not None or self.path is None:
            raise WrongSettings(
                f"The keys of {self.service} are in {self.setting}, which no command can change. Put them "
                f"into a file ({self.setting}_PATH), or do by hand what deploy/operations.md says."
            )
        if not self.path.exists():
            raise WrongSettings(f"{self.path} is not there: mount it here.")
        return self.path

    @property
    def step(self) -> Path:
        """The file that says how far a rotation is; there is none between two of them."""
        return self.file.with_name(f"{self.file.name}.step")

    def read(self) -> list[bytes]:
        """The keys. Raises `OSError`, and `ValueError` for a text that is no key."""
        return sealing_keys(self.given, self.path, create=False)


def show(keys: SealingKeys) -> Shown:
    """How many keys there are, how old the file is, and how far a rotation."""
    path = None if keys.given is not None else keys.path
    said = ""
    if path is not None and keys.step.exists():
        said = {OPENS: "the newest only opens yet", SEALS: "the former ones are to be dropped"}.get(
            keys.step.read_text(), ""
        )
    return Shown(keys.kind, str(path or keys.setting), len(keys.read()), days_of(path), said)


def rotate(keys: SealingKeys) -> str:
    """Do the next step: add a key that opens, or let it seal. Raises NotNow and `parts.WrongSettings`."""
    lines = keys.file.read_text().split()
    step = keys.step.read_text() if keys.step.exists() else ""
    if step == SEALS:
        raise NotNow(f"The newest key seals already. `openhours keys drop {keys.kind}` ends this rotation.")
    if step == OPENS and len(lines) > 1:
        replace_file(keys.file, "\n".join([lines[-1], *lines[:-1]]) + "\n")
        replace_file(keys.step, SEALS)
        return SEALING.format(service=keys.service, kind=keys.kind)
    replace_file(keys.file, "\n".join([*lines, Fernet.generate_key().decode()]) + "\n")
    replace_file(keys.step, OPENS)
    return LEARNED.format(service=keys.service)


async def drop(keys: SealingKeys, *, at_once: bool) -> str:
    """Seal again what the former keys sealed, then drop them; `at_once`, also what no key opens is given up.

    Raises NotNow and `parts.WrongSettings`.
    """
    lines = keys.file.read_text().split()
    step = keys.step.read_text() if keys.step.exists() else ""
    if len(lines) < 2:
        raise NotNow(f"{keys.service} has one key, which it needs.")
    if step == OPENS:
        raise NotNow(f"The newest key seals nothing yet: `openhours keys rotate {keys.kind}` first.")
    said: list[str] = []
    database = Database(keys.database_url, pool_size=1)
    try:
        for rows in keys.rows:
            sealed = await reseal(database, rows, keys.read())
            again = await reseal(database, rows, keys.read(), write=False)
            if again.former:
                raise NotNow(
                    f"{again.former} {rows.name} were sealed with a former key just now: restart all "
                    f"processes of {keys.service} first."
                )
            if sealed.lost and not at_once:
                raise NotNow(
                    f"{sealed.lost} {rows.name} open with none of the keys. With --at-once they are given up."
                )
            said.append(f"{rows.name}: {sealed.former} sealed again, {sealed.present} were already")
    finally:
        await database.close()
    replace_file(keys.file, lines[0] + "\n")
    keys.step.unlink(missing_ok=True)
    return "\n".join([*said, f"{len(lines) - 1} former keys are dropped. Restart {keys.service}."])
