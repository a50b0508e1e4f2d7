"""What the drill `soak` calls growth."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from bench.processor_time import children_of
from drills.growth import MailWait, MemoryWatch, late_mails, memory_of, table_faults

BEFORE: Final = {
    ("booking", "session"): 10,
    ("booking", "outbox"): 0,
    ("booking", "idempotency_key"): 10,
    ("notifications", "alert_fact"): 10,
}


def grown(service: str, table: str, rows: int, orders: int = 100) -> list[str]:
    """The faults when this table alone has grown."""
    return table_faults(BEFORE, BEFORE | {(service, table): rows}, orders)


def test_a_table_may_grow_with_orders_and_not_beyond_them() -> None:
    assert not grown("booking", "session", 110)
    assert not grown("notifications", "alert_fact", 410)
    assert grown("booking", "session", 10_000)
    assert grown("booking", "session", 11, orders=0)


def test_a_queue_may_not_grow() -> None:
    (fault,) = grown("booking", "outbox", 3)
    assert "booking.outbox has grown by 3 rows" in fault


def test_a_table_that_a_job_prunes_may_grow() -> None:
    assert not grown("booking", "idempotency_key", 1_000_000)


def test_a_table_that_nothing_prunes_may_not_grow() -> None:
    (fault,) = grown("booking", "visit_log", 1)
    assert "nothing prunes it" in fault


def test_a_process_may_breathe_and_may_not_grow_by_more_than_a_tenth() -> None:
    breathing, growing = [100.0, 140.0] * 50, [100.0 + sample * 0.12 for sample in range(100)]
    watch = MemoryWatch({}, {"gateway": breathing, "booking": growing, "feed": [100.0] * 50 + [109.0] * 50})
    (fault,) = watch.faults()
    assert fault.startswith("booking has grown")
    assert len(watch.lines()) == 3


def test_a_mail_may_wait_for_half_a_minute() -> None:
    assert late_mails([MailWait("a", -0.4), MailWait("b", 29.9)]) == []
    assert late_mails([MailWait("c", 30.1)]) == ["a mail of order c came after 30 s"]


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="no such file on this system")
def test_the_memory_of_a_process_is_what_it_holds() -> None:
    program = "import sys; kept = b'x' * 64_000_000; print('ready', flush=True); sys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        found = memory_of(process.pid)
        assert 61 < found.anonymous <= found.rss < 200
        assert process.pid in children_of(os.getpid())
