"""Moderation: who may decide, what a decision does and publishes, and that it is recorded."""

from typing import Any

import httpx
import pytest
from chassis.db import Database
from contracts.events.booking import OrderEvidenceKept
from contracts.events.feed import PostEvidenceKept
from contracts.events.profiles import ProfileUpdated
from contracts.events.profiles_moderation import (
    AccountWarned,
    ContentRemoved,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    ReviewStandingChanged,
    StandingChanged,
    VerificationDecided,
)
from profiles import replays
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.profiles.tests.conftest import NewPerson, Person, reported

pytestmark = pytest.mark.service
READS = (
    "staff_get_overview", "staff_get_reports", "staff_get_report/x?reason=report",
    "staff_get_accounts?reason=check", "staff_get_account/x?reason=check",
    "staff_get_requests", "staff_get_request/x", "staff_get_audit_log",
)  # fmt: skip
WRITES: dict[str, dict[str, str]] = {
    "staff_decide_report": {"iv_report_id": "x", "iv_action": "dismiss"},
    "staff_set_account_standing": {"iv_account_id": "x", "iv_suspended": "yes", "iv_note": "Because"},
    "staff_set_post_standing": {"iv_post_id": "x", "iv_hidden": "yes", "iv_note": "Because"},
    "staff_set_verification": {"iv_account_id": "x", "iv_verified": "yes"},
    "staff_answer_request": {"iv_request_id": "x", "iv_answer": "Because"},
}


async def reported_evidence(published: EventRecorder, report_id: str, accused: Person) -> dict[str, Any]:
    """Publish feed's evidence of the reported post; returns it."""
    evidence: dict[str, Any] = {"post_id": "post-1", "owner_id": accused.id, "post_brief": "Six croissants"}
    await published.tell(PostEvidenceKept(report_id=report_id, evidence=evidence))
    return evidence


async def test_only_the_staff_may_moderate(
    client: httpx.AsyncClient, person: NewPerson, provider: NewPerson, tokens: Tokens
) -> None:
    guest = tokens.bearer(tokens.guest("g", "Olu", "olu@example.com"))
    forged = tokens.bearer(tokens.signed({"sub": "g", "typ": "guest", "lid": "g", "staff": True}))
    words = tokens.bearer(tokens.signed({"sub": "c", "typ": "account", "lid": "c", "staff": "true"}))
    for headers, expected in (
        ({}, 401), (guest, 401), (forged, 401), (words, 403),
        ((await person()).bearer, 403), ((await provider()).bearer, 403),
    ):  # fmt: skip
        for call in READS:
            assert (await client.get(f"/api/{call}", headers=headers)).status_code == expected, call
        for call, fields in WRITES.items():
            answer = await client.post(f"/api/{call}", json=fields, headers=headers)
            assert answer.status_code == expected, call


async def test_a_report_waits_with_its_evidence_until_it_is_decided(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder
) -> None:
    ana, nadia, omar = await provider(), await person(), await person("Omar Said")
    first, second = await reported(nadia, ana), await reported(omar, ana)
    filed = await published.wait_for(ReportFiled, 2)
    assert {(each.report_id, each.reporter_id) for each in filed} == {(first, nadia.id), (second, omar.id)}
    line, other = (await ada.get("/api/staff_get_reports"))["reports"]
    assert (line["report_id"], other["report_id"], line["same_issue"]) == (first, second, 2)
    for status, report_type in (("open", "messages"), ("closed", "posts")):
        none = await ada.get("/api/staff_get_reports", status=status, report_type=report_type)
        assert none["reports"] == []
    of_posts = (await ada.get("/api/staff_get_reports", report_type="posts"))["reports"]
    assert [each["report_id"] for each in of_posts] == [first, second]
    assert (line["reported"]["name"], line["reporter"]["name"]) == ("Ana Pérez", "Nadia Kessler")
    whole = (await ada.get(f"/api/staff_get_report/{first}", reason="report"))["report"]
    assert (whole["evidence"], whole["details"]) == (None, "Slurs")
    evidence = await reported_evidence(published, first, ana)
    await published.tell(PostEvidenceKept(report_id=first, evidence={}))  # late, of before
    whole = (await ada.get(f"/api/staff_get_report/{first}", reason="report"))["report"]
    assert whole["evidence"] == evidence
    assert [each["report_id"] for each in whole["other_reports"]] == [second]
    assert (await ada.get("/api/staff_get_overview"))["open_reports"] == 2

    decided = await ada.post("staff_decide_report", iv_report_id=first, iv_action="hide_post", iv_note="No.")
    assert (decided["report"]["status"], decided["report"]["post_hidden"]) == ("closed", True)
    hidden = await published.first(PostStandingChanged)
    assert (hidden.post_id, hidden.owner_id, hidden.hidden, hidden.title, hidden.note) == (
        "post-1", ana.id, True, "Hate Speech", "No.",
    )  # fmt: skip
    closed = await published.wait_for(ReportClosed, 2)
    assert {(each.reporter_id, each.outcome) for each in closed} == {
        (nadia.id, "action_taken"), (omar.id, "action_taken"),
    }  # fmt: skip
    assert (await ada.get("/api/staff_get_reports"))["reports"] == []
    newest = (await ada.get("/api/staff_get_reports", status="closed", report_type="posts"))["reports"]
    assert [each["report_id"] for each in newest] == [second, first]
    again = await ada.send("staff_decide_report", iv_report_id=first, iv_action="dismiss")
    assert again.json()["message"]["main_msg"] == "This report was decided already."

    show = {"iv_post_id": "post-1", "iv_hidden": "no", "iv_note": "Mended"}
    shown = (await ada.send("staff_set_post_standing", **show)).json()
    assert shown["data"] == {"post_id": "post-1", "hidden": False}
    assert shown["message"]["main_msg"] == "The post is shown again."
    assert [each.hidden for each in await published.wait_for(PostStandingChanged, 2)] == [True, False]
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    assert [(each["act"], each["staff_name"], each["account_name"]) for each in acts] == [
        ("show_post", "Ada Byrne", "Ana Pérez"), ("hide_post", "Ada Byrne", "Ana Pérez"),
        ("read_report", "Ada Byrne", "Ana Pérez"),
    ]  # fmt: skip


async def test_a_decision_closes_what_is_about_the_same_thing_and_nothing_else(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder
) -> None:
    ana, nadia, omar = await provider(), await person(), await person("Omar Said")
    decided, same = await reported(nadia, ana), await reported(omar, ana)
    other_post, other_account = await reported(nadia, ana, "post-2"), await reported(nadia, omar)
    await ada.post("staff_decide_report", iv_report_id=decided, iv_action="warn", iv_note="Be kind")
    left = (await ada.get("/api/staff_get_reports"))["reports"]
    assert [each["report_id"] for each in left] == [other_post, other_account]
    assert {each.report_id for each in await published.wait_for(ReportClosed, 2)} == {decided, same}
    again = await reported(omar, ana)
    assert again == same, "who reported it once hears of that report"
    await ada.post("staff_decide_report", iv_report_id=other_post, iv_action="dismiss")
    outcomes = {each.report_id: each.outcome for each in await published.wait_for(ReportClosed, 3)}
    assert outcomes == {decided: "action_taken", same: "action_taken", other_post: "no_action"}


async def test_a_report_suspends_nobody_of_the_staff(
    ada: Person, person: NewPerson, published: EventRecorder
) -> None:
    nadia = await person()
    refused = await ada.send(
        "staff_decide_report", iv_report_id=await reported(nadia, ada), iv_action="suspend_account"
    )
    assert "staff" in refused.json()["message"]["main_msg"]
    assert len((await ada.get("/api/staff_get_reports"))["reports"]) == 1
    assert not published.of(StandingChanged)


async def test_a_warning_and_a_dismissal(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    first, second = await reported(nadia, ana), await reported(nadia, ana, "post-2")
    await ada.post("staff_decide_report", iv_report_id=first, iv_action="warn", iv_note="Be kind")
    warned = await published.first(AccountWarned)
    assert (warned.account_id, warned.title, warned.note) == (ana.id, "Hate Speech", "Be kind")
    await ada.post("staff_decide_report", iv_report_id=second, iv_action="dismiss")
    closed = await published.wait_for(ReportClosed, 2)
    assert {each.report_id: each.outcome for each in closed} == {first: "action_taken", second: "no_action"}
    assert not published.of(StandingChanged)


async def test_what_does_not_fit_is_refused(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    report_id = await reported(nadia, ana)

    async def refusal(call: str, **fields: str) -> dict[str, Any]:
        answer = await ada.send(call, **fields)
        assert answer.status_code == 200
        assert answer.json()["status"] is False
        return answer.json()["message"]

    gone = await refusal("staff_decide_report", iv_report_id=report_id, iv_action="hide_post")
    assert "gone" in gone["main_msg"]
    for action in ("", "erase"):
        said = await refusal("staff_decide_report", iv_report_id=report_id, iv_action=action)
        assert said["iv_msg"] == {"iv_action": "Select an action from the drop down."}
    short = await refusal("staff_set_account_standing", iv_account_id=ana.id, iv_suspended="yes", iv_note="x")
    assert "iv_note" in short["iv_msg"]
    suspend_me = {"iv_account_id": ada.id, "iv_suspended": "yes", "iv_note": "I am bored"}
    assert "staff" in (await refusal("staff_set_account_standing", **suspend_me))["main_msg"]
    as_it_is = {"iv_account_id": ana.id, "iv_suspended": "no", "iv_note": "All is well"}
    assert "already" in (await refusal("staff_set_account_standing", **as_it_is))["main_msg"]
    assert (
        "provider"
        in (await refusal("staff_set_verification", iv_account_id=nadia.id, iv_verified="yes"))["main_msg"]
    )
    for call, fields in WRITES.items():
        assert (await ada.send(call, **fields)).status_code == 404, call
    for call in ("staff_get_report/x", "staff_get_account/x", "staff_get_request/x"):
        assert (await ada.ask(f"/api/{call}", reason="check")).status_code == 404
    assert not published.of(ReportClosed)
    assert (await ada.get("/api/staff_get_audit_log"))["acts"] == []


async def test_a_suspended_account_vanishes_and_comes_back(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    await nadia.post("add_new_interest", iv_provider_id=ana.id)

    async def found() -> tuple[int, int, int, int]:
        page = await nadia.ask("/api/get_provider_profile", owner_id=ana.id)
        named = await nadia.ask("/api/get_provider_profile", username=ana.username)
        hits = len((await nadia.get("/api/search", q="Physiotherapist"))["providers"])
        return page.status_code, named.status_code, hits, len(await nadia.get("/api/get_my_circle"))

    assert await found() == (200, 200, 1, 1)
    await ada.post(
        "staff_decide_report", iv_report_id=await reported(nadia, ana), iv_action="suspend_account"
    )
    assert await found() == (404, 404, 0, 0)
    assert (await nadia.send("add_new_interest", iv_provider_id=ana.id)).status_code == 404
    services = await nadia.ask("/api/get_account_provider_services", provider_id=ana.id)
    assert services.status_code == 404
    listed = (await ada.get("/api/staff_get_accounts", standing="suspended", reason="check"))["accounts"]
    assert [(each["owner_id"], each["suspended"]) for each in listed] == [(ana.id, True)]
    await ada.post(
        "staff_set_account_standing", iv_account_id=ana.id, iv_suspended="no", iv_note="A misunderstanding"
    )
    assert await found() == (200, 200, 1, 1)
    events = await published.wait_for(StandingChanged, 2)
    assert [(each.suspended, each.revision, each.note) for each in events] == [
        (True, 1, ""), (False, 2, "A misunderstanding"),
    ]  # fmt: skip
    whole = (await ada.get(f"/api/staff_get_account/{ana.id}", reason="report"))["account"]
    assert [each["act"] for each in whole["history"]] == ["restore_account", "suspend_account"]
    assert (whole["suspended"], whole["suspended_at"], len(whole["reports"])) == (False, None, 1)


async def test_a_replay_has_the_present_standings(
    ada: Person, person: NewPerson, provider: NewPerson, published: EventRecorder, database_url: str
) -> None:
    ana, ben, nadia = await provider(), await provider("Ben Adler", "ben"), await person()
    for accused in (ana, ben):
        suspend = {"iv_account_id": accused.id, "iv_suspended": "yes", "iv_note": "For now"}
        await ada.post("staff_set_account_standing", **suspend)
    await ada.post("staff_set_account_standing", iv_account_id=ben.id, iv_suspended="no", iv_note="Mended")
    report_id = await reported(nadia, ana)
    await reported_evidence(published, report_id, ana)
    await ada.post("staff_decide_report", iv_report_id=report_id, iv_action="hide_post", iv_note="No.")
    database = Database(database_url)
    async with database.writing() as tx:
        kinds = (replays.all_standings, replays.all_post_standings)
        events = [event for replay in kinds async for event in replay(tx)]
    await database.close()
    standings = [event for event in events if isinstance(event, StandingChanged)]
    assert {each.account_id: (each.suspended, each.revision) for each in standings} == {
        ana.id: (True, 1), ben.id: (False, 2),
    }  # fmt: skip
    (post,) = [event for event in events if isinstance(event, PostStandingChanged)]
    assert (post.post_id, post.owner_id, post.hidden) == ("post-1", ana.id, True)


async def test_accounts_are_found_by_name_username_and_address(ada: Person, provider: NewPerson) -> None:
    ana, bea = await provider("Ana Pérez", "ana"), await provider("Bea O'Brien", "bea_shop")
    for q, expected in (
        ("pérez", [ana.id]), ("BEA_S", [bea.id]), (f"{ana.id}@example", [ana.id]), ("%", []), ("_", [bea.id]),
    ):  # fmt: skip
        accounts = (await ada.get("/api/staff_get_accounts", q=q, reason="check"))["accounts"]
        assert [each["owner_id"] for each in accounts] == expected, q
    page = await ada.get("/api/staff_get_accounts", limit=2, reason="check")
    rest = await ada.get("/api/staff_get_accounts", limit=2, cursor=page["next_cursor"], reason="check")
    ids = [each["owner_id"] for each in (*page["accounts"], *rest["accounts"])]
    assert ids == sorted({ana.id, bea.id, ada.id}, reverse=True)
    assert rest["next_cursor"] is None


async def test_the_mark_of_verification(ada: Person, provider: NewPerson, published: EventRecorder) -> None:
    ana = await provider()
    for _ in range(2):
        await ada.post("staff_set_verification", iv_account_id=ana.id, iv_verified="yes", iv_note="Seen")
    (decided,) = await published.wait_for(VerificationDecided)
    assert (decided.verified, decided.note) == (True, "Seen")
    assert (await published.first(ProfileUpdated)).profile.manually_verified
    page = await ana.get("/api/get_account_profile")
    assert page["account_data"]["manual_verification"] == "verified"
    taken = (await ada.send("staff_set_verification", iv_account_id=ana.id, iv_verified="no")).json()
    assert taken["data"]["manual_verification"] == "unverified"
    assert taken["message"]["main_msg"] == "The mark is taken back."
    given = (await ada.send("staff_set_verification", iv_account_id=ana.id, iv_verified="yes")).json()
    assert given["message"]["main_msg"] == "The mark is given."
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    assert [each["act"] for each in acts] == ["verify", "unverify", "verify"]


async def reported_words(reporter: Person, accused: Person, report_type: str, issue_id: str) -> str:
    """A comment, a review or the account itself is reported; the report's id."""
    filed = await reporter.post(
        "report_user_account", iv_user_id=accused.id, iv_report_type=report_type,
        iv_report_issue_id=issue_id, iv_report_title="Abuse & Harassment",
    )  # fmt: skip
    return filed["report_id"]


async def test_reported_words_are_removed_and_their_author_is_told(
    ada: Person,
    person: NewPerson,
    published: EventRecorder,
) -> None:
    nadia, omar = await person(), await person("Omar Said")
    report_id = await reported_words(nadia, omar, "comments", "thing-1")
    filed = await published.first(ReportFiled)
    assert (filed.report_type, filed.issue_id, filed.reported_id) == ("comments", "thing-1", omar.id)
    early = await ada.send("staff_decide_report", iv_report_id=report_id, iv_action="remove_content")
    assert early.json()["message"]["main_msg"].startswith("What was written was gone")
    await published.tell(
        PostEvidenceKept(report_id=report_id, evidence={"text": "You fool", "owner_id": omar.id})
    )
    whole = (await ada.get(f"/api/staff_get_report/{report_id}", reason="report"))["report"]
    assert (whole["report_type"], whole["evidence"]["text"]) == ("comments", "You fool")
    wrong = await ada.send("staff_decide_report", iv_report_id=report_id, iv_action="hide_post")
    assert "iv_action" in wrong.json()["message"]["iv_msg"]
    await ada.post(
        "staff_decide_report", iv_report_id=report_id, iv_action="remove_content", iv_note="Be kind"
    )
    removed = await published.first(ContentRemoved)
    assert (removed.content_type, removed.content_id, removed.owner_id) == ("comments", "thing-1", omar.id)
    warned = await published.first(AccountWarned)
    assert (warned.account_id, warned.title, warned.note) == (omar.id, "Abuse & Harassment", "Be kind")
    assert (await published.first(ReportClosed)).outcome == "action_taken"
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    assert [(each["act"], each["thing_id"]) for each in acts] == [
        ("remove_content", "thing-1"), ("read_report", report_id),
    ]  # fmt: skip


async def test_a_reported_review_is_taken_down_and_restored(
    ada: Person, person: NewPerson, published: EventRecorder
) -> None:
    nadia, omar = await person(), await person("Omar Said")
    report_id = await reported_words(nadia, omar, "reviews", "order-1.answer")
    whole_report = f"/api/staff_get_report/{report_id}"
    restore = {"iv_review_id": "order-1.answer", "iv_removed": "no", "iv_note": "It was fair"}
    assert (await ada.send("staff_set_review_standing", **restore)).status_code == 404
    decision = {"iv_report_id": report_id, "iv_action": "remove_content", "iv_note": "Be kind"}
    early = await ada.send("staff_decide_report", **decision)
    assert early.json()["message"]["main_msg"].startswith("What was written was gone")
    await published.tell(OrderEvidenceKept(report_id=report_id, evidence={"text": "You fool"}))
    assert (await ada.get(whole_report, reason="report"))["report"]["review_removed"] is False
    await ada.post("staff_decide_report", **decision)
    removed = await published.first(ReviewStandingChanged)
    assert (removed.review_id, removed.owner_id, removed.removed, removed.note) == (
        "order-1.answer", omar.id, True, "Be kind",
    )  # fmt: skip
    assert (await ada.get(whole_report, reason="report"))["report"]["review_removed"] is True
    again = await ada.send("staff_set_review_standing", **restore | {"iv_removed": "yes"})
    assert again.json()["message"]["main_msg"] == "The review stands so already."
    no_reason = await ada.send("staff_set_review_standing", **restore | {"iv_note": ""})
    assert "iv_note" in no_reason.json()["message"]["iv_msg"]
    stranger = await nadia.send("staff_set_review_standing", **restore)
    assert stranger.status_code == 403
    assert await ada.post("staff_set_review_standing", **restore) == {
        "review_id": "order-1.answer", "removed": False,
    }  # fmt: skip
    [_, restored] = await published.wait_for(ReviewStandingChanged, 2)
    assert (restored.removed, restored.note, restored.revision) == (False, "It was fair", 2)
    assert published.of(AccountWarned) == [], "the standing tells the author"
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    done = [
        (each["act"], each["thing_id"], each["note"])
        for each in acts
        if each["thing_id"] == removed.review_id
    ]
    assert done == [
        ("restore_content", "order-1.answer", "It was fair"),
        ("remove_content", "order-1.answer", "Be kind"),
    ]  # fmt: skip


async def test_an_account_is_reported_as_such_with_its_page_as_evidence(
    ada: Person, person: NewPerson, provider: NewPerson
) -> None:
    ana, nadia = await provider(), await person()
    report_id = await reported_words(nadia, ana, "accounts", "whatever was sent")
    whole = (await ada.get(f"/api/staff_get_report/{report_id}", reason="report"))["report"]
    assert (whole["issue_id"], whole["evidence"]["name"]) == (ana.id, "Ana Pérez")
    assert whole["evidence"]["expertise"]
    assert (await ada.get("/api/staff_get_reports", report_type="accounts"))["reports"][0]["report_id"] == (
        report_id
    )
    wrong = await ada.send("staff_decide_report", iv_report_id=report_id, iv_action="remove_content")
    assert "iv_action" in wrong.json()["message"]["iv_msg"]
