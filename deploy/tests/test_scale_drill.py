"""What the drill that doubles feed rests on: a process held to a share of a core, and the verdict."""

import subprocess
import sys
import time
from dataclasses import replace

from bench.processor_time import cpu_seconds
from drills.held_back import SAVED_SECONDS, held_back
from drills.scale import DOUBLED, Measured, judge

SHARE = 0.1
SECONDS = 1.0
BEFORE = Measured(
    reads=100,
    median_ms=100,
    slowest_ms=200,
    requests={DOUBLED: 101.0, "gateway": 104.0, "booking": 2.0, "profiles": 0.0},
    cores={},
)
AFTER = replace(
    BEFORE,
    reads=190,
    median_ms=55,
    requests={DOUBLED: 95.0, f"{DOUBLED}-2": 96.0, "gateway": 194.0, "booking": 2.1, "profiles": 0.0},
)


def test_a_process_computes_no_more_than_its_share_and_goes_on_afterwards() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            with held_back(process.pid, SHARE):
                began, before = time.monotonic(), cpu_seconds(process.pid)
                while time.monotonic() - began < SECONDS:
                    time.sleep(0.05)
                used, took = cpu_seconds(process.pid) - before, time.monotonic() - began
            assert used < 2 * SHARE * took + SAVED_SECONDS
            before = cpu_seconds(process.pid)
            while cpu_seconds(process.pid) - before < SAVED_SECONDS:
                time.sleep(0.01)
        finally:
            process.kill()


def test_a_process_that_ended_is_held_no_longer() -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as process, held_back(process.pid, SHARE):
        assert process.wait() == 0


def test_twice_the_processes_answer_more_and_nobody_else_has_more_to_do() -> None:
    assert judge(BEFORE, AFTER) == []


def test_a_second_process_that_gets_nothing_is_a_fault() -> None:
    faults = judge(BEFORE, replace(AFTER, reads=101, median_ms=99))
    assert [fault.split(" as ")[0] for fault in faults] == [
        "two processes answer 1.01 times",
        "a read takes 0.99 times",
    ]


def test_another_part_that_gets_more_requests_is_a_fault() -> None:
    faults = judge(BEFORE, replace(AFTER, requests={**AFTER.requests, "booking": 4.0}))
    assert faults == ["booking got 4.0 requests a second, 2.0 before"]
