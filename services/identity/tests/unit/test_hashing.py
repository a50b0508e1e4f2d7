"""Password hashes."""

import asyncio
import threading

import pytest
from argon2 import Parameters, extract_parameters
from argon2.low_level import Type
from chassis.errors import Unavailable
from identity.passwords.hashing import Passwords, hashing
from identity.settings import IdentitySettings

CHEAP = IdentitySettings(argon2_time_cost=1, argon2_memory_kib=8, argon2_workers=1, argon2_waiting=2)


async def test_a_hash_fits_its_own_password_only() -> None:
    async with hashing(CHEAP) as passwords:
        kept = await passwords.hash("correct horse")
        assert await passwords.fits("correct horse", kept)
        assert not await passwords.fits("Correct horse", kept)
        assert not await passwords.fits("correct horse", passwords.of_nobody)
        assert not await passwords.fits("correct horse", "not a hash")


async def test_verifying_for_nobody_costs_what_a_real_verification_costs() -> None:
    async with hashing(IdentitySettings()) as passwords:
        nobody, somebody = (
            extract_parameters(kept) for kept in (passwords.of_nobody, await passwords.hash("x"))
        )
    assert nobody == somebody
    assert isinstance(nobody, Parameters)
    assert nobody.type is Type.ID
    assert (nobody.memory_cost, nobody.time_cost) >= (19_456, 2)


async def test_hashes_of_another_cost_are_outdated() -> None:
    async with hashing(CHEAP) as cheap, hashing(CHEAP.model_copy(update={"argon2_time_cost": 2})) as dear:
        kept = await cheap.hash("correct horse")
        assert dear.is_outdated(kept)
        assert not cheap.is_outdated(kept)


async def test_the_event_loop_is_free_and_the_line_is_bounded() -> None:
    async with hashing(CHEAP) as passwords:
        gate = threading.Event()
        held = [asyncio.ensure_future(passwords._run(gate.wait)) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Unavailable):
            await passwords.hash("one too many")
        held[2].cancel()
        await asyncio.sleep(0.01)
        fourth = asyncio.ensure_future(passwords.hash("in the place of the one that left"))
        await asyncio.sleep(0.01)
        gate.set()
        assert (await fourth).startswith("$argon2id$")
        assert all(await asyncio.gather(*held[:2]))


async def test_leaving_stops_the_threads() -> None:
    async with hashing(CHEAP) as passwords:
        assert isinstance(passwords, Passwords)
    with pytest.raises(RuntimeError):
        await passwords.hash("too late")
