"""What seals the addresses of devices in this process, as `create_app` says it (`use_sealing`)."""

from typing import Final

from chassis.sealing import Sealing

_in_use: Final[list[Sealing]] = []


def use_sealing(sealing: Sealing) -> None:
    """Seal and open all secrets of this process with `sealing`."""
    _in_use[:] = [sealing]


def sealing() -> Sealing:
    """What seals and opens secrets. Raises RuntimeError before `use_sealing` was called."""
    if not _in_use:
        raise RuntimeError("use_sealing was not called")
    return _in_use[0]
