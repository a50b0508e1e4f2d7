"""Accounts: signing up and in, confirming, logins, passwords, preferences."""

from client.personas import PASSWORD

from testkit.former_calls.journey.zones import DEVICE
from testkit.former_calls.recorder import Recorder

SHORT_PASSWORD = "short"  # noqa: S105  what nobody may choose
WRONG_PASSWORD = "wrong horse"  # noqa: S105  of nobody
NEXT_PASSWORD = "another long horse battery"  # noqa: S105  of an account that a test opens
ACCOUNTS = {"mara": "Mara Weiss", "jose": "José O'Brien", "ana": "Ana Lund", "vera": "Vera Vanish"}


async def join(recorder: Recorder) -> None:
    """Four people open accounts and confirm their addresses."""
    for who, name in ACCOUNTS.items():
        fields = {"iv_name": name, "iv_email": recorder.email(who), "iv_password": PASSWORD}
        await recorder.post(f"{who} signs up", who, "sign_up", iv_device_data=DEVICE, **fields)
    await recorder.refused(
        "mara's address is taken", "", "sign_up",
        iv_name="Mara Two", iv_email=recorder.email("mara"), iv_password=PASSWORD, iv_device_data=DEVICE,
    )  # fmt: skip
    await recorder.refused(
        "a short password is refused", "", "sign_up",
        iv_name="Short", iv_email="short@example.org", iv_password=SHORT_PASSWORD, iv_device_data=DEVICE,
    )  # fmt: skip
    await recorder.refused(
        "mara's address is not confirmed yet", "mara", "create_new_feed_content", iv_post_brief="Hello."
    )
    code = await recorder.opened("mara", "code", "mara.code")
    await recorder.post("mara confirms by code", "mara", "confirm_account_by_code", iv_confirmation_code=code)
    for who in ("jose", "ana", "vera"):
        token = await recorder.opened(who, "/confirm_account/", f"{who}.confirmation")
        await recorder.post(f"{who} confirms by link", who, "confirm_account", iv_token=token)
    await recorder.post("vera opens the link again", "vera", "confirm_account", iv_token=token)
    await recorder.refused("jose needs no mail again", "jose", "resend_confirm_account")


async def look_after_accounts(recorder: Recorder) -> None:
    """José looks after his account: logins, language, preferences."""
    fields = {"iv_email": recorder.email("jose"), "iv_device_data": DEVICE}
    await recorder.refused(
        "jose mistypes the password", "jose", "sign_in", iv_password=WRONG_PASSWORD, **fields
    )
    await recorder.post("jose signs in", "jose", "sign_in", iv_password=PASSWORD, **fields)
    query = {"timezone": "Asia/Tokyo", "hour_cycle": "h23"}
    await recorder.get("jose's login is checked", "jose", "check_active_login", **query)
    await recorder.get("jose lists the logins", "jose", "get_active_logins")
    await recorder.post("jose ends the other logins", "jose", "end_other_logins")
    await recorder.post("jose begins a step-up", "jose", "begin_step_up")
    await recorder.post("jose steps up", "jose", "step_up", iv_password=PASSWORD)
    await recorder.get("jose has no second factor", "jose", "get_second_factors")
    preferences = await recorder.get("jose reads the preferences", "jose", "get_notification_preferences")
    kinds = preferences["preferences"]
    await recorder.post(
        "jose keeps the preferences", "jose", "update_notification_preferences", iv_preferences=kinds
    )
    await recorder.post("jose speaks French", "jose", "update_language", iv_language="french")
    await recorder.post("jose speaks English again", "jose", "update_language", iv_language="english")
    favourites = {"iv_fav_category": ["wellness"], "iv_fav_services": ["Physiotherapy"]}
    await recorder.post("jose chooses favourites", "jose", "update_starter_preferences", **favourites)
    await recorder.post(
        "jose changes the own profile",
        "jose",
        "update_account_profile",
        iv_name="José O'Brien",
        iv_phone="4930999888",
    )
    await _change_addresses(recorder)


async def _change_addresses(recorder: Recorder) -> None:
    """Ana begins to change her address, and changes her password twice."""
    await recorder.post(
        "ana asks for another address", "ana", "request_mail_change", iv_email="new.ana@example.org"
    )
    await recorder.get("ana's change waits", "ana", "get_mail_change")
    await recorder.post("ana keeps her address", "ana", "cancel_mail_change")
    await recorder.post(
        "ana changes the password", "ana", "change_password",
        iv_current_password=PASSWORD, iv_new_password=NEXT_PASSWORD,
    )  # fmt: skip
    await recorder.post("ana forgets it", "ana", "forgot_password", iv_email=recorder.email("ana"))
    token = await recorder.opened("ana", "/reset_password/", "ana.reset")
    await recorder.post(
        "ana sets the former one", "ana", "reset_password", iv_token=token, iv_password=PASSWORD
    )
    fields = {"iv_email": recorder.email("ana"), "iv_device_data": DEVICE}
    await recorder.post("ana signs in again", "ana", "sign_in", iv_password=PASSWORD, **fields)
    await recorder.get("ana signs out", "ana", "sign_out")
    await recorder.post("ana signs in once more", "ana", "sign_in", iv_password=PASSWORD, **fields)
