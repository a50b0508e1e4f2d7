"""What a check found, and the words for it."""

from dataclasses import asdict, dataclass
from typing import Literal

State = Literal["ok", "degraded", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    what: str
    state: State
    said: str
    advice: str = ""
    """What to do; '' when all is well."""

    def facts(self) -> dict[str, str]:
        """The finding for a machine."""
        return asdict(self)


def ok(what: str, said: str) -> Finding:
    """All is well."""
    return Finding(what, "ok", said)


def degraded(what: str, said: str, advice: str) -> Finding:
    """It works, and something should be done."""
    return Finding(what, "degraded", said, advice)


def wrong(what: str, said: str, advice: str) -> Finding:
    """It does not work, or not for long."""
    return Finding(what, "wrong", said, advice)
