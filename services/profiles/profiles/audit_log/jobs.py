"""Logs the head of the staff's log, so that a copy of it lies where the database's owner cannot change it."""

from datetime import datetime, timedelta

import structlog
from chassis.db import Transaction
from chassis.jobs import job

from profiles.audit_log.chain import head_of

log = structlog.get_logger()


@job(every=timedelta(hours=24))
async def log_head_of_staff_log(tx: Transaction, now: datetime) -> None:
    """Log the number and hash of the last entry of the log (product.md 7.3)."""
    log.info("head of the staff's log", head=str(await head_of(tx)))
