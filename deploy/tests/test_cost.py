"""What the cost bench stands on: the time of processes, the mail sink, the log of statements, the sums."""

import asyncio
import smtplib
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from email.message import EmailMessage
from threading import Thread
from typing import IO

import pytest
from bench.bookings import Sent
from bench.cost_report import ALL, Round, booking_costs, idle_costs
from bench.mail_sink import MailSink
from bench.processor_time import busy_seconds, child_running, processor_seconds
from bench.statement_log import Counted, count_into

BUSY = "import sys, time\nwhile time.process_time() < 0.5: pass\nprint('over', flush=True)\n"
"""A program that keeps the processor busy for half a second."""
WAIT = "sys.stdin.read()"
RUN = "import subprocess, sys; subprocess.run([sys.executable, '-c', {!r}])\n"
START = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {!r}]).pid, flush=True)\n"


@contextmanager
def _running(program: str) -> Generator[tuple[int, IO[bytes]]]:
    """Run it until the block ends, which ends its input; yields its id and its output."""
    order = [sys.executable, "-c", program]
    with subprocess.Popen(order, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.pid, process.stdout


def test_a_busy_child_that_has_ended_counts() -> None:
    with _running(RUN.format(BUSY) + WAIT) as (pid, output):
        output.readline()
        spent = processor_seconds({"part": pid, "nobody": 0})
        assert spent["part"] >= 0.4
        assert spent["nobody"] == 0


def test_a_busy_child_that_goes_on_counts() -> None:
    with _running(RUN.format(BUSY + WAIT)) as (pid, output):
        output.readline()
        assert processor_seconds({"part": pid})["part"] >= 0.4


def test_a_child_that_is_told_by_itself_does_not_count_twice() -> None:
    with _running(START.format(BUSY + WAIT) + WAIT) as (pid, output):
        child = int(output.readline())
        output.readline()
        spent = processor_seconds({"part": pid, "child": child})
        assert spent["child"] >= 0.4
        assert spent["part"] < 0.4


def test_what_the_machine_does_grows() -> None:
    before = busy_seconds()
    subprocess.run([sys.executable, "-c", BUSY], check=True, capture_output=True)
    assert busy_seconds() - before >= 0.4


def test_a_child_is_found_by_its_program() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        assert child_running("sleep") == process.pid
        process.kill()


@pytest.fixture
def sink() -> Generator[tuple[MailSink, int]]:
    """A mail sink that serves SMTP from a thread, and its port."""
    kept = MailSink()
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(kept.session, "127.0.0.1", 0))
    thread = Thread(target=loop.run_forever)
    thread.start()
    yield kept, server.sockets[0].getsockname()[1]
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def _mail(number: int = 1) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", f"Mail {number}"
    mail.set_content(".\n..\nThe end.\n" * number)
    return mail


def test_the_sink_counts_what_a_plain_client_sends(sink: tuple[MailSink, int]) -> None:
    kept, port = sink
    began = time.monotonic()
    with smtplib.SMTP("127.0.0.1", port) as client:
        for number in range(1, 4):
            client.send_message(_mail(number))
        client.rset()
        client.noop()
    assert len(kept.deliveries) == 3
    assert all(began < each.at < time.monotonic() for each in kept.deliveries)
    newest = kept.mails()[0]
    assert (newest.to, newest.subject) == ("b@example.org", "Mail 3")
    assert newest.text == ".\n..\nThe end.\n" * 3


async def test_the_sink_takes_mails_side_by_side(sink: tuple[MailSink, int]) -> None:
    kept, port = sink

    def send(number: int) -> None:
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.send_message(_mail(number))
            client.send_message(_mail(10_000))

    await asyncio.gather(*(asyncio.to_thread(send, number) for number in range(1, 6)))
    assert len(kept.deliveries) == 10
    assert len(kept.mails()) == 10


async def test_the_sink_answers_commands_that_come_at_once(sink: tuple[MailSink, int]) -> None:
    kept, port = sink
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    one = b"MAIL FROM:<a@x.org>\r\nRCPT TO:<b@x.org>\r\nRCPT TO:<c@x.org>\r\nDATA\r\nX: y\r\n\r\nz\r\n.\r\n"
    writer.write(b"EHLO here\r\n" + one + b"VRFY b\r\n" + one + b"QUIT\r\n")
    answers = (await reader.read()).decode().split("\r\n")
    writer.close()
    assert "250-PIPELINING" in answers
    assert answers[-3:] == ["250 OK", "221 bye", ""]
    assert "502 not here" in answers
    assert [each.receivers for each in kept.deliveries] == [("b@x.org", "c@x.org")] * 2


def test_statements_and_transactions_are_counted_by_the_log() -> None:
    log = """\
1|booking|LOG:  statement: BEGIN;
1|booking|LOG:  execute __asyncpg_stmt_1__: SELECT a,
\t  b
\tFROM two_lines
2|profiles|LOG:  execute __asyncpg_stmt_9__: SELECT 2
1|booking|LOG:  statement: COMMIT;
1|booking|LOG:  execute __asyncpg_stmt_1__: SELECT a,
\t  b
\tFROM two_lines
3||LOG:  checkpoint starting: time
"""
    counted = Counted()
    count_into(counted, log)
    assert counted.statements == {
        ("booking", "BEGIN;"): 1,
        ("booking", "COMMIT;"): 1,
        ("booking", "SELECT a, b FROM two_lines"): 2,
        ("profiles", "SELECT 2"): 1,
    }
    assert counted.transactions == 3


def _round(seconds: float, sent: Sent | None = None, *, slowness: float = 1.0) -> Round:
    spent = {"booking": seconds, "feed": 0.1}
    return Round(elapsed=10, spent=spent, slowness=slowness, sent=sent, load_seconds=0, others_seconds=0)


def test_a_booking_costs_what_idling_does_not() -> None:
    idle = idle_costs([_round(0.5), _round(0.3)])
    assert idle["booking"] == pytest.approx([50, 30])
    assert idle[ALL] == pytest.approx([60, 40])
    sent = Sent(booked=100, rate=10, mails=200, mail_lag=0, delays=[])
    costs = booking_costs([_round(2.4, sent)], idle)
    assert costs["booking"] == pytest.approx([20])
    assert costs["feed"] == pytest.approx([0])
    assert costs[ALL] == pytest.approx([20])


def test_a_slow_machine_makes_no_booking_dear() -> None:
    sent = Sent(booked=100, rate=10, mails=200, mail_lag=0, delays=[])
    slow = booking_costs([_round(4, sent, slowness=2)], idle_costs([_round(0)]))
    assert slow["booking"] == pytest.approx([20])
