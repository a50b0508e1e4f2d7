"""Reports, open and decided, and requests to the staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from contracts.events.profiles import UserRequestFiled
from contracts.events.profiles_moderation import ReportFiled
from contracts.rules.messages import ACTION_MESSAGES

from demo.bookings import Booking
from demo.moments import id_at
from demo.people import content
from demo.rows.tables import Row
from demo.social import Conversation, Published
from demo.world import Account, World


@dataclass(frozen=True, slots=True)
class FiledReport:
    """A report as it is stored, and the event that told of it."""

    row: Row
    event: ReportFiled


@dataclass(frozen=True, slots=True)
class Moderation:
    """Reports, requests, and what the staff have done."""

    reports: list[FiledReport]
    requests: list[dict[str, Any]]
    asked: list[UserRequestFiled]
    """The requests that wait for an answer, as events."""
    acts: list[Row]


@dataclass(frozen=True, slots=True)
class Things:
    """What can be reported."""

    bookings: Sequence[Booking]
    posts: Sequence[Published]
    conversations: Sequence[Conversation]

    def between(self, kind: str, reporter: Account, reported: Account) -> str:
        """The id of the newest thing of this kind. Raises StopIteration without one."""
        match kind:
            case "posts":
                return next(
                    each.post.id
                    for each in reversed(self.posts)
                    if each.owner.id == reported.id and each.post.announced
                )
            case "messages":
                return next(
                    line.id
                    for each in self.conversations
                    if {reporter.id, reported.id} == {side.id for side in each.sides}
                    for line in reversed(each.messages)
                    if line.sender.id == reported.id
                )
            case _:
                return next(
                    each.order.order_id
                    for each in reversed(self.bookings)
                    if {reporter.id, reported.id} == {each.order.provider_id, each.order.client.account_id}
                    and each.order.status == "completed"
                )


def moderation_of(world: World, things: Things) -> Moderation:
    """All reports and requests, and the log of what was decided."""
    document = content("staff")
    reports = [_report(world, each, things) for each in document["report"]]
    requests = [_request(world, each) for each in document["request"]]
    acts = [
        _act(world, each, filed)
        for each, filed in zip(document["report"], reports, strict=True)
        if "action" in each
    ]
    asked = [
        UserRequestFiled(
            request_id=str(row["request_id"]),
            account_id=str(row["account_id"]),
            topic=row["topic"],
            occurred_at=row["filed_at"],
        )
        for row in requests
        if row["answered_at"] is None
    ]
    return Moderation(reports, requests, asked, acts)


def _report(world: World, said: dict[str, Any], things: Things) -> FiledReport:
    reporter, reported = world.find(said["by"]), world.find(said["about"])
    filed_at = world.now - timedelta(hours=said["hours"])
    event = ReportFiled(
        report_id=id_at(filed_at, "report", reporter.email),
        reporter_id=reporter.id,
        reported_id=reported.id,
        report_type=said["type"],
        issue_id=things.between(said["type"], reporter, reported),
        title=said["title"],
        filed_at=filed_at,
        occurred_at=filed_at,
    )
    decided = "action" in said
    row = {
        **event.model_dump(
            include={"report_id", "reporter_id", "reported_id", "report_type", "issue_id", "title"}
        ),
        "filed_at": filed_at,
        "details": said["details"],
        "additional": said["additional"] or ACTION_MESSAGES["no_report_details"],
        "status": "closed" if decided else "open",
        "action": said.get("action", ""),
        "closed_at": filed_at + timedelta(hours=20) if decided else None,
    }
    return FiledReport(row, event)


def _act(world: World, said: dict[str, Any], filed: FiledReport) -> Row:
    done_at = filed.event.filed_at + timedelta(hours=20)
    return {
        "act_id": id_at(done_at, "act", said["by"]),
        "staff_id": world.staff.id,
        "act": said["action"],
        "account_id": filed.event.reported_id,
        "thing_id": "",
        "report_id": filed.event.report_id,
        "note": said["word"],
        "done_at": done_at,
    }


def _request(world: World, said: dict[str, Any]) -> dict[str, Any]:
    filed_at = world.now - timedelta(hours=said["hours"])
    account = None if said["by"] == "guest" else world.find(said["by"])
    answer = said.get("answer", "")
    return {
        "request_id": id_at(filed_at, "request", said["by"]),
        "account_id": account.id if account else "",
        "name": account.name if account else said["name"],
        "email": account.email if account else said["email"],
        "language": account.language if account else "english",
        "topic": said["topic"],
        "question": said["text"],
        "filed_at": filed_at,
        "answer": answer,
        "answered_at": filed_at + timedelta(hours=7) if answer else None,
    }
