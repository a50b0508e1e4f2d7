"""Lists who may call what (proto-contracts/docs/callers.md), from the signatures of the routes."""

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from types import FunctionType
from typing import Annotated, Any, Final, cast, get_args, get_origin

from chassis import confirmed_accounts
from chassis.http import callers
from fastapi.params import Depends
from fastapi.routing import APIRoute
from gateway.composed.openapi import CALL_DESCRIPTIONS
from gateway.routes import COMPOSED, ROUTES, Route
from identity.logins.dependencies import ActiveLogin, OptionalActiveLogin, ReadActiveLogin, SteppedUpLogin

from ci.documents.pages import CHECKOUT, GATEWAY, SERVICES, folder_of, link, page, table
from ci.openapi import app_of


class Admission(Enum):
    """Whom a route's signature lets in. The value says so in callers.md."""

    OPEN = "anybody; no token is read"
    ANYONE = "anybody; a token is checked if there is one"
    GUEST_OR_ACCOUNT = "a guest or an account"
    GUEST = "a guest"
    LINK = "a guest, an account, or who has the link"
    ACCOUNT = "an account"
    CONFIRMED = "an account with a confirmed address"
    CONFIRMED_OR_NONE = "anybody; of accounts those with a confirmed address"
    GUEST_OR_CONFIRMED = "a guest or an account with a confirmed address"
    PROVIDER = "an account with a profile"
    CONFIRMED_PROVIDER = "an account with a confirmed address and a profile"
    STAFF = "the staff"


class Caller(Enum):
    """Those who call. The value is the head of a column in callers.md."""

    NOBODY = "nobody"
    GUEST = "guest"
    UNCONFIRMED = "unconfirmed"
    CLIENT = "client"
    PROVIDER = "provider"
    SUSPENDED = "suspended"
    STAFF_WITHOUT_FACTOR = "staff without a second factor"
    STAFF = "staff"


CODE: Final = "code"
"""The refusal of an unconfirmed address, which asks for the mailed code (api.md 1)."""
_CONFIRMED: Final = {Caller.CLIENT, Caller.PROVIDER, Caller.STAFF_WITHOUT_FACTOR, Caller.STAFF}
_ACCOUNTS: Final = {Caller.UNCONFIRMED, *_CONFIRMED}
_ADMITTED: Final = {
    Admission.OPEN: set(Caller),
    Admission.ANYONE: {Caller.NOBODY, Caller.GUEST, *_ACCOUNTS},
    Admission.GUEST_OR_ACCOUNT: {Caller.GUEST, *_ACCOUNTS},
    Admission.GUEST: {Caller.GUEST},
    Admission.LINK: {Caller.GUEST, *_ACCOUNTS},
    Admission.ACCOUNT: _ACCOUNTS,
    Admission.CONFIRMED: _CONFIRMED,
    Admission.CONFIRMED_OR_NONE: {Caller.NOBODY, Caller.GUEST, *_CONFIRMED},
    Admission.GUEST_OR_CONFIRMED: {Caller.GUEST, *_CONFIRMED},
    Admission.PROVIDER: {Caller.PROVIDER},
    Admission.CONFIRMED_PROVIDER: {Caller.PROVIDER},
    Admission.STAFF: {Caller.STAFF},
}
_ASKING_FOR_THE_CODE: Final = {
    Admission.CONFIRMED,
    Admission.CONFIRMED_OR_NONE,
    Admission.GUEST_OR_CONFIRMED,
    Admission.CONFIRMED_PROVIDER,
}
_BESIDES: Final = {
    "add_client_file": Admission.PROVIDER,
    "ask_for_other_times": Admission.PROVIDER,
    "block_time": Admission.PROVIDER,
    "create_appointment_order": Admission.GUEST_OR_CONFIRMED,
    "create_new_feed_content": Admission.CONFIRMED_PROVIDER,
    "create_own_booking": Admission.PROVIDER,
    "download_clients": Admission.PROVIDER,
    "download_figures": Admission.PROVIDER,
    "get_appointment_calendar": Admission.LINK,
    "get_appointment_finance_settings": Admission.PROVIDER,
    "get_blocked_times": Admission.PROVIDER,
    "get_booking_info": Admission.ACCOUNT,
    "get_client": Admission.PROVIDER,
    "get_client_file": Admission.PROVIDER,
    "get_client_files": Admission.PROVIDER,
    "get_client_of_order": Admission.PROVIDER,
    "get_clients": Admission.PROVIDER,
    "get_figures": Admission.PROVIDER,
    "get_guest_booking": Admission.LINK,
    "get_guest_data": Admission.OPEN,
    "get_mail_texts": Admission.PROVIDER,
    "get_move_terms": Admission.PROVIDER,
    "get_notes_of_orders": Admission.PROVIDER,
    "get_order_answers": Admission.LINK,
    "get_orders_outside_hours": Admission.PROVIDER,
    "get_reminder_plan": Admission.PROVIDER,
    "get_schedule_changes": Admission.PROVIDER,
    "get_venue_settings": Admission.PROVIDER,
    "import_clients": Admission.PROVIDER,
    "mark_changes_seen": Admission.PROVIDER,
    "move_appointment": Admission.PROVIDER,
    "preview_appointment_window": Admission.PROVIDER,
    "preview_client_import": Admission.PROVIDER,
    "remove_client_file": Admission.PROVIDER,
    "reset_mail_text": Admission.PROVIDER,
    "unblock_time": Admission.PROVIDER,
    "update_appointment_window": Admission.PROVIDER,
    "update_client": Admission.PROVIDER,
    "update_mail_text": Admission.PROVIDER,
    "update_move_terms": Admission.PROVIDER,
    "update_profile_info": Admission.CONFIRMED,
    "update_reminder_plan": Admission.PROVIDER,
    "update_travel_area": Admission.PROVIDER,
    "upload_intake_file": Admission.GUEST_OR_CONFIRMED,
}
"""Calls that ask for something else than their signature says: a profile, a confirmed address, a link."""
OBJECTS: Final = {
    "add_client_file": "client",
    "answer_new_time": "order",
    "answer_rating": "order",
    "archive_delete_account_services": "service",
    "ask_for_other_times": "order",
    "block_guest": "order",
    "block_time": "blocked time",
    "check_external_calendar": "calendar",
    "confirm_attendance": "order",
    "create_appointment_rating": "order",
    "create_appointment_request_rating": "order",
    "create_client_rating": "order",
    "create_own_booking": "client",
    "delete_post_feed_comment": "comment",
    "download_data_export": "export",
    "end_guest_link": "order",
    "end_login": "login",
    "erase_guest_data": "guest's data",
    "feed_post_delete_archive_restore": "post",
    "get_appointment_calendar": "order",
    "get_client": "client",
    "get_client_file": "client's file",
    "get_client_files": "client",
    "get_client_of_order": "order",
    "get_guest_booking": "order",
    "get_guest_data": "guest's data",
    "get_messages": "conversation",
    "get_notes_of_orders": "orders",
    "get_profile_posts_and_appointments": "appointments",
    "move_appointment": "order",
    "propose_new_time": "order",
    "update_appointment_place": "order",
    "read_messages": "conversation",
    "remove_client_file": "client's file",
    "remove_external_calendar": "calendar",
    "remove_push_token": "device",
    "remove_rating_answer": "order",
    "remove_web_push": "device",
    "request_guest_link": "order",
    "unblock_guest": "guest block",
    "unblock_time": "blocked time",
    "update_account_services": "service",
    "update_alert_status": "alert",
    "update_appointment_order_request": "order",
    "update_client": "client",
    "update_feed_content": "post",
}
"""The calls that name an object of one owner, or of its parties. Another caller gets and changes nothing."""
ATTACKS: Final = CHECKOUT / "deploy" / "attacks"
INTRODUCTION: Final = (
    "# Who may call",
    "",
    "Every public call, by its service, and what it answers each caller: `yes`, the status of the refusal,",
    "or `code`: the mailed code first. What the call asks for besides (its fields, a free slot, in some that",
    "the caller shows again who they are) it says itself. The last column names the object that has parties",
    "or one owner: anybody else gets and changes nothing of it.",
    f"{link('test_callers.py', ATTACKS / 'test_callers.py')} and",
    f"{link('test_objects_of_others.py', ATTACKS / 'test_objects_of_others.py')} try every cell.",
    "`make contracts` generates this page from the routes.",
)
HEAD: Final = ("call", "for", *(caller.value for caller in Caller), "object")


def document() -> str:
    """The content of callers.md."""
    return page(
        INTRODUCTION,
        *(
            block
            for part in (*SERVICES, GATEWAY)
            for block in ([f"## {link(part, folder_of(part))}"], table(HEAD, _rows(part)))
        ),
    )


def _rows(part: str) -> Iterator[list[str]]:
    for route in ROUTES:
        if route.service == part:
            admission = admission_of(route)
            answers = [str(refusal(admission, caller) or "yes") for caller in Caller]
            yield [f"`{route.call}`", admission.value, *answers, OBJECTS.get(route.call, "")]


def refusal(admission: Admission, caller: Caller) -> int | str | None:
    """The status with which this caller is refused, or CODE; None when it is let in (api.md 1)."""
    if caller in _ADMITTED[admission]:
        return None
    if caller is Caller.SUSPENDED:
        return 422
    if caller is Caller.UNCONFIRMED and admission in _ASKING_FOR_THE_CODE:
        return CODE
    return 403 if caller in _ACCOUNTS else 401


def admission_of(route: Route) -> Admission:
    """Whom the route lets in. Raises ValueError for a signature with two answers to that."""
    if route.service == COMPOSED:
        described = Admission.ANYONE if CALL_DESCRIPTIONS[route.call].public else Admission.ACCOUNT
        return _BESIDES.get(route.call, described)
    endpoint = _endpoint(route)
    found = set(_admissions_in(endpoint))
    if len(found) > 1:
        raise ValueError(f"{route.call} names several callers: {found}")
    signed = found.pop() if found else Admission.OPEN
    if signed is Admission.OPEN and callers.caller_of.__name__ in endpoint.__code__.co_names:
        signed = Admission.ANYONE  # a hot path reads its own request
    return _BESIDES.get(route.call, signed)


def _endpoint(route: Route) -> FunctionType:
    path = f"/api/{route.call}"
    for each in app_of(route.service).routes:
        if isinstance(each, APIRoute) and each.path.split("/{")[0] == path and each.methods == {route.method}:
            return cast(FunctionType, inspect.unwrap(each.endpoint))
    raise LookupError(f"{route.service} has no {path}")


def _admissions_in(called: Callable[..., Any]) -> Iterator[Admission]:
    """The admissions among the parameters of a route or dependency, and of the dependencies they name."""
    for parameter in inspect.signature(called).parameters.values():
        dependency = _dependency(parameter.annotation)
        if dependency in _ADMISSIONS:
            yield _ADMISSIONS[dependency]
        elif (made_by := getattr(dependency, "__qualname__", "").partition(".")[0]) in _MADE_BY:
            yield _MADE_BY[made_by]
        elif dependency is not None:
            yield from _admissions_in(dependency)


def _dependency(annotation: object) -> Callable[..., Any] | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next((each.dependency for each in get_args(annotation)[1:] if isinstance(each, Depends)), None)


_ADMISSIONS: Final = {
    _dependency(annotation): admission
    for annotation, admission in (
        (callers.Anyone, Admission.ANYONE),
        (OptionalActiveLogin, Admission.ANYONE),
        (callers.SignedInOrGuest, Admission.GUEST_OR_ACCOUNT),
        (callers.Guest, Admission.GUEST),
        (callers.Account, Admission.ACCOUNT),
        (ActiveLogin, Admission.ACCOUNT),
        (ReadActiveLogin, Admission.ACCOUNT),
        (SteppedUpLogin, Admission.ACCOUNT),
        (callers.Staff, Admission.STAFF),
        (callers.ActingStaff, Admission.STAFF),
    )
}
_MADE_BY: Final = {
    confirmed_accounts.confirmed_caller.__name__: Admission.CONFIRMED,
    confirmed_accounts.confirmed_or_no_account.__name__: Admission.CONFIRMED_OR_NONE,
}
"""Each service makes these dependencies for its own table of confirmed accounts."""
