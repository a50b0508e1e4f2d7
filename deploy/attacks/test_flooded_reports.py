"""One account fills the staff's list with reports, so that others wait."""

import asyncio
from typing import Any, Final

import httpx
import pytest
from chassis.clock import utc_now
from contracts.events.identity import AccountFacts, AccountRegistered
from profiles.app import create_app
from profiles.settings import ProfilesSettings
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
MOST_OPEN: Final = 20


@pytest.fixture
async def client(
    service_app: ServiceApp, new_database: NewDatabase, published: EventRecorder
) -> httpx.AsyncClient:
    """Profiles with a flooder, a victim, somebody else and a member of the staff."""
    client = await service_app(create_app, ProfilesSettings(database_url=await new_database("profiles")))
    for name in ("eve", "mara", "nadia", "ada"):
        facts = AccountFacts(
            account_id=name, name=name.title(), email=f"{name}@people.example", username=None,
            verified=True, staff=name == "ada", created_at=utc_now(), revision=1,
        )  # fmt: skip
        await published.tell(AccountRegistered(account=facts))
    return client


async def report(client: httpx.AsyncClient, who: str, post_id: str) -> dict[str, Any]:
    """The answer to a report about Mara's post."""
    fields = {
        "iv_user_id": "mara", "iv_report_type": "posts", "iv_report_issue_id": post_id,
        "iv_report_title": "Hate Speech", "iv_report_details": "It hurts", "iv_report_additional": "",
    }  # fmt: skip
    answer = await client.post("/api/report_user_account", json=fields, headers=Tokens.bearer(who))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_one_account_has_few_reports_that_wait(client: httpx.AsyncClient, tokens: Tokens) -> None:
    eve, nadia, ada = tokens.account("eve"), tokens.account("nadia"), Tokens.bearer(tokens.staff("ada"))
    first = await report(client, eve, "post-0")
    answers = await asyncio.gather(*(report(client, eve, f"post-{n}") for n in range(1, 40)))
    assert sum(each["status"] for each in answers) == MOST_OPEN - 1
    listed = await client.get("/api/staff_get_reports?limit=100", headers=ada)
    assert len(listed.json()["data"]["reports"]) == MOST_OPEN
    assert (await report(client, eve, "post-0"))["data"] == first["data"], "the same report again"
    assert (await report(client, nadia, "post-1"))["status"], "others are heard"
    decided = {"iv_report_id": first["data"]["report_id"], "iv_action": "dismiss", "iv_note": "No."}
    assert (await client.post("/api/staff_decide_report", json=decided, headers=ada)).json()["status"]
    assert (await report(client, eve, "post-50"))["status"], "one place is free again"
    assert not (await report(client, eve, "post-51"))["status"]
