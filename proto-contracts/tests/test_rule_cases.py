"""Every row of rule_cases/fields.json against the field itself; e2e and the web test the same rows."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import pytest
from contracts import rules
from contracts.rules import EntryCount
from contracts.rules.call_fields import CALL_FIELDS, ENTRY_FIELDS
from contracts.rules.fields import Field
from contracts.rules.lists import DistinctEntries, JsonList
from pydantic import TypeAdapter, ValidationError

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "rule_cases" / "fields.json").read_text(encoding="utf-8")
)


def written_out(value: Any) -> Any:
    """The value of a row, or the one that its description generates."""
    if isinstance(value, dict):
        return str(value["text"]) * int(value["times"])
    return value.replace("{unique}", "abc") if isinstance(value, str) else value


def adapter(name: str, field: Field) -> TypeAdapter[Any]:
    if isinstance(field, EntryCount):
        entry = ENTRY_FIELDS.get(name, rules.Text())
        return TypeAdapter(Annotated[JsonList[Annotated[str, entry]], DistinctEntries, field])
    if isinstance(field, rules.WholeNumber):
        return TypeAdapter(Annotated[int, field])
    if isinstance(field, rules.Amount):
        return TypeAdapter(Annotated[Decimal, field])
    return TypeAdapter(Annotated[str, field])


def message(name: str, field: Field, value: object) -> str | None:
    try:
        adapter(name, field).validate_python(value)
    except ValidationError as error:
        return rules.message_for(error.errors()[0])
    return None


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['call']} {case['field']} {str(case['value'])[:20]}"
)
def test_each_case_gets_its_message(case: dict[str, Any]) -> None:
    field = CALL_FIELDS[case["call"]][case["field"]]
    assert message(case["field"], field, written_out(case["value"])) == case["message"]


LENGTH = "The text length required for must be between {} and {}"
AT_MOST = "The maximum length required for this field is {}"
AT_LEAST = "The minimum length required for this field is {}"
EMPTY = "This Field cannot be empty"
MAIL = "x" * 64 + "@" + "a" * 60 + "." + "b" * 60 + "." + "c" * 60 + ".example"


def longest_mail(length: int) -> str:
    return MAIL.replace("c" * 60, "c" * (60 + length - len(MAIL)))


@pytest.mark.parametrize(
    ("call", "field", "shortest", "longest", "too_short", "too_long"),
    [
        ("sign_up", "iv_password", 8, 128, AT_LEAST.format(8), AT_MOST.format(128)),
        ("reset_password", "iv_password", 8, 128, AT_LEAST.format(8), AT_MOST.format(128)),
        ("change_password", "iv_new_password", 8, 128, AT_LEAST.format(8), AT_MOST.format(128)),
        ("change_password", "iv_current_password", 1, 128, EMPTY, AT_MOST.format(128)),
        ("sign_in", "iv_password", 1, 128, EMPTY, AT_MOST.format(128)),
        ("delete_account", "iv_password", 1, 128, EMPTY, AT_MOST.format(128)),
        ("create_appointment_order", "iv_brief", 0, 500, None, AT_MOST.format(500)),
        ("update_appointment_order_request", "iv_feedback", 0, 300, None, AT_MOST.format(300)),
        ("propose_new_time", "iv_feedback", 0, 300, None, AT_MOST.format(300)),
        ("answer_new_time", "iv_feedback", 0, 300, None, AT_MOST.format(300)),
        ("create_appointment_request_rating", "iv_feedback", 0, 300, None, AT_MOST.format(300)),
        ("create_appointment_rating", "iv_feedback", 8, 500, AT_LEAST.format(8), AT_MOST.format(500)),
        ("add_external_calendar", "iv_name", 1, 60, EMPTY, AT_MOST.format(60)),
        ("add_external_calendar", "iv_url", 1, 2000, EMPTY, AT_MOST.format(2000)),
        ("create_new_feed_content", "iv_post_brief", 1, 500, EMPTY, AT_MOST.format(500)),
        ("update_feed_content", "iv_post_brief", 1, 500, EMPTY, AT_MOST.format(500)),
        ("create_post_feed_comment", "iv_post_comment", 1, 500, EMPTY, AT_MOST.format(500)),
        ("create_repost_feed_content", "iv_repost_brief", 0, 500, None, AT_MOST.format(500)),
        ("send_message", "iv_text", 1, 1000, EMPTY, LENGTH.format(1, 1000)),
        ("create_user_request", "iv_text", 10, 2000, LENGTH.format(10, 2000), LENGTH.format(10, 2000)),
        ("create_user_request", "iv_name", 3, 120, LENGTH.format(3, 120), LENGTH.format(3, 120)),
        ("staff_answer_request", "iv_answer", 3, 2000, LENGTH.format(3, 2000), LENGTH.format(3, 2000)),
        ("staff_decide_report", "iv_note", 0, 500, None, AT_MOST.format(500)),
        ("staff_set_verification", "iv_note", 0, 500, None, AT_MOST.format(500)),
        ("staff_set_account_standing", "iv_note", 3, 500, LENGTH.format(3, 500), LENGTH.format(3, 500)),
        ("staff_set_post_standing", "iv_note", 3, 500, LENGTH.format(3, 500), LENGTH.format(3, 500)),
        ("update_appointment_finance_settings", "iv_payment_note", 0, 300, None, AT_MOST.format(300)),
    ],
)
def test_each_text_has_its_shortest_and_longest(
    call: str, field: str, shortest: int, longest: int, too_short: str | None, too_long: str
) -> None:
    rule = CALL_FIELDS[call][field]
    assert message(field, rule, "e" * shortest) is None
    assert message(field, rule, "e" * longest) is None
    assert message(field, rule, "e" * (longest + 1)) == too_long
    if too_short is not None:
        assert message(field, rule, "e" * (shortest - 1)) == too_short
        assert message(field, rule, "  ") == EMPTY


@pytest.mark.parametrize("call", ["sign_up", "sign_in", "forgot_password", "request_guest_link"])
def test_a_mail_address_is_required_and_has_its_longest(call: str) -> None:
    rule = CALL_FIELDS[call]["iv_email"]
    assert message("iv_email", rule, longest_mail(254)) is None
    assert message("iv_email", rule, longest_mail(255)) == AT_MOST.format(254)
    assert message("iv_email", rule, "") == EMPTY


@pytest.mark.parametrize(("field", "longest"), [("iv_skills", 60), ("iv_policy_perks", 300), ("iv_tags", 60)])
def test_an_entry_of_a_list_has_its_longest(field: str, longest: int) -> None:
    rule = ENTRY_FIELDS[field]
    assert message(field, rule, "x" * longest) is None
    assert message(field, rule, "x" * (longest + 1)) == AT_MOST.format(longest)


@pytest.mark.parametrize(
    ("kind", "least", "most"), [(rules.Skills, 1, 50), (rules.Perks, 1, 50), (rules.Tags, 0, 30)]
)
def test_a_list_has_its_fewest_and_most_entries(kind: Any, least: int, most: int) -> None:
    adapter: TypeAdapter[list[str]] = TypeAdapter(kind)
    entries = [f"entry {number}" for number in range(most)]
    assert adapter.validate_python(entries) == entries
    assert adapter.validate_python([*entries, "ENTRY 1", ""]) == entries, "repeats do not count"
    with pytest.raises(ValidationError, match=f"maximum number of entries for this field is {most}"):
        adapter.validate_python([*entries, "one more"])
    assert adapter.validate_python(entries[:least]) == entries[:least]
    if least:
        with pytest.raises(ValidationError, match="At least one data is required"):
            adapter.validate_python([])


@pytest.mark.parametrize(
    ("call", "field", "options", "refusal"),
    [
        ("create_user_request", "iv_topic",
         "support verification data_access data_correction data_deletion appeal other",
         "Choose one of the offered options"),
        ("staff_decide_report", "iv_action", "dismiss warn hide_post suspend_account",
         "Select an action from the drop down."),
        ("create_appointment_rating", "iv_trusted", "yes no", "Choose one of the offered options"),
        ("create_appointment_rating", "iv_rating", "1 2 3 4 5", "Choose one of the offered options"),
        ("update_profile_info", "iv_delivery_mode", "in-person remote hybrid",
         "Choose one of the offered options"),
    ],
)  # fmt: skip
def test_a_choice_takes_its_options_and_nothing_else(
    call: str, field: str, options: str, refusal: str
) -> None:
    rule = CALL_FIELDS[call][field]
    for option in options.split():
        assert message(field, rule, option) is None
    for other in ("0", "6") if field == "iv_rating" else ("another", options.split(" ", 1)[0].upper()):
        assert message(field, rule, other) == refusal
