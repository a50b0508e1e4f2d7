"""What operators read of mails: how attempts ended, how much waits, and for how long it has been due."""

from datetime import timedelta

import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from chassis.metrics import Metrics
from client.api_client import eventually
from notifications.mail import store
from notifications.mail.queue_worker import MailWorker
from notifications.mail.store import Envelope, Mail
from notifications.mail.transport import Undeliverable
from notifications.queue_metrics import QueueMetrics
from notifications.templates.mails import MailContent
from prometheus_client.parser import text_string_to_metric_families

pytestmark = pytest.mark.service


class MoodyServer:
    """Takes mails, refuses those to `nobody`, and is away for those to `later`."""

    async def send(self, mail: Mail) -> None:
        if mail.receiver.startswith("nobody"):
            raise Undeliverable("no such mailbox")
        if mail.receiver.startswith("later"):
            raise ConnectionError

    async def release(self) -> None:
        """Do nothing."""


async def queue(database: Database, receiver: str, *, runs_out: timedelta | None = None) -> None:
    """Queue a mail that is due at once."""
    async with database.writing() as tx:
        not_after = utc_now() + runs_out if runs_out is not None else None
        envelope = Envelope(new_id(), receiver, "news", not_after=not_after)
        await store.enqueue(tx, envelope, MailContent("Subject", "Text\n", "<p>HTML</p>\n"), utc_now())


def measured(counted: Metrics) -> dict[str, float]:
    """The values of the metrics of mails: of a counter by outcome, of a gauge by its name."""
    return {
        sample.labels.get("outcome", sample.name): sample.value
        for family in text_string_to_metric_families(counted.exposition().decode())
        for sample in family.samples
        if sample.name.startswith("openhours_mails") and not sample.name.endswith("_created")
    }


async def test_mails_are_counted_by_outcome_and_their_queue_is_measured(database: Database) -> None:
    counted = Metrics("notifications")
    mails = QueueMetrics("mails", counted.registry)
    worker = MailWorker(database, MoodyServer(), utc_now, 8, timedelta(minutes=1), mails)
    await queue(database, "ada@example.com")
    await queue(database, "nobody@example.com")
    await queue(database, "later@example.com")
    await queue(database, "late@example.com", runs_out=-timedelta(minutes=1))
    async with database.writing() as tx:
        await (await tx.driver()).execute(
            "UPDATE mail SET next_attempt_at = now() - interval '40 seconds' WHERE receiver LIKE 'ada%'"
        )
    await worker.measure()
    found = measured(counted)
    assert found["openhours_mails_waiting"] == 4
    assert 40 <= found["openhours_mails_overdue_seconds"] < 300
    await worker.send_due()

    async def all_ended() -> bool:
        found = measured(counted)
        return sum(found[outcome] for outcome in ("sent", "refused", "postponed", "too_late")) == 4

    await eventually(all_ended)
    await worker.stop(5)
    await worker.measure()
    found = measured(counted)
    assert {name: found[name] for name in ("sent", "refused", "postponed", "too_late")} == {
        "sent": 1,
        "refused": 1,
        "postponed": 1,
        "too_late": 1,
    }
    assert found["openhours_mails_waiting"] == 1, "the postponed one"
    assert found["openhours_mails_overdue_seconds"] == 0, "and it is not due yet"
