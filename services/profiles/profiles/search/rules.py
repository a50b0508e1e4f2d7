"""How words and filters are read: pure rules."""

from typing import Final

NO_SERVICE: Final = 1e15
"""The price under which a provider without services is listed: after everybody else."""


def country_code_of(country: str) -> str:
    """'PE' of 'PE', 'pe' or 'Peru-PE'."""
    return country.rpartition("-")[2].strip().upper()


def modes_that_meet(delivery_mode: str) -> list[str]:
    """The delivery modes that serve somebody who wants this one."""
    return ["hybrid"] if delivery_mode == "hybrid" else [delivery_mode, "hybrid"]
