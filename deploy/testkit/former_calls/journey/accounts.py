"""Accounts: signing up and in, confirming, logins, passwords, preferences."""

from client.personas import PASSWORD

from testkit.former_calls.journey.zones import DEVICE
from testkit.former_calls.people import People

SHORT_PASSWORD = "short"  # noqa: S105  what nobody may choose
WRONG_PASSWORD = "wrong horse"  # noqa: S105  of nobody
NEXT_PASSWORD = "another long horse battery"  # noqa: S105  of an account that a test opens
ACCOUNTS = {"mara": "Mara Weiss", "jose": "José O'Brien", "ana": "Ana Lund", "vera": "Vera Vanish"}


async def join(people: People) -> None:
    """Four people open accounts and confirm their addresses."""
    for who, name in ACCOUNTS.items():
        fields = {"iv_name": name, "iv_email": people.email(who), "iv_password": PASSWORD}
        await people.post(f"{who} signs up", who, "sign_up", iv_device_data=DEVICE, **fields)
    await people.refused(
        "mara's address is taken", "", "sign_up",
        iv_name="Mara Two", iv_email=people.email("mara"), iv_password=PASSWORD, iv_device_data=DEVICE,
    )  # fmt: skip
    await people.refused(
        "a short password is refused", "", "sign_up",
        iv_name="Short", iv_email="short@example.org", iv_password=SHORT_PASSWORD, iv_device_data=DEVICE,
    )  # fmt: skip
    await people.refused(
        "mara's address is not confirmed yet", "mara", "create_new_feed_content", iv_post_brief="Hello."
    )
    code = await people.opened("mara", "code", "mara.code")
    await people.post("mara confirms by code", "mara", "confirm_account_by_code", iv_confirmation_code=code)
    for who in ("jose", "ana", "vera"):
        token = await people.opened(who, "/confirm_account/", f"{who}.confirmation")
        await people.post(f"{who} confirms by link", who, "confirm_account", iv_token=token)
    await people.post("vera opens the link again", "vera", "confirm_account", iv_token=token)
    await people.refused("jose needs no mail again", "jose", "resend_confirm_account")


async def look_after_accounts(people: People) -> None:
    """José looks after his account: logins, language, preferences."""
    fields = {"iv_email": people.email("jose"), "iv_device_data": DEVICE}
    await people.refused(
        "jose mistypes the password", "jose", "sign_in", iv_password=WRONG_PASSWORD, **fields
    )
    await people.post("jose signs in", "jose", "sign_in", iv_password=PASSWORD, **fields)
    query = {"timezone": "Asia/Tokyo", "hour_cycle": "h23"}
    await people.get("jose's login is checked", "jose", "check_active_login", **query)
    await people.get("jose lists the logins", "jose", "get_active_logins")
    await people.post("jose ends the other logins", "jose", "end_other_logins")
    await people.post("jose begins a step-up", "jose", "begin_step_up")
    await people.post("jose steps up", "jose", "step_up", iv_password=PASSWORD)
    await people.get("jose has no second factor", "jose", "get_second_factors")
    preferences = await people.get("jose reads the preferences", "jose", "get_notification_preferences")
    kinds = preferences["preferences"]
    await people.post(
        "jose keeps the preferences", "jose", "update_notification_preferences", iv_preferences=kinds
    )
    await people.post("jose speaks French", "jose", "update_language", iv_language="french")
    await people.post("jose speaks English again", "jose", "update_language", iv_language="english")
    favourites = {"iv_fav_category": ["wellness"], "iv_fav_services": ["Physiotherapy"]}
    await people.post("jose chooses favourites", "jose", "update_starter_preferences", **favourites)
    await people.post(
        "jose changes the own profile",
        "jose",
        "update_account_profile",
        iv_name="José O'Brien",
        iv_phone="4930999888",
    )
    await _change_addresses(people)


async def _change_addresses(people: People) -> None:
    """Ana begins to change her address, and changes her password twice."""
    await people.post(
        "ana asks for another address", "ana", "request_mail_change", iv_email="new.ana@example.org"
    )
    await people.get("ana's change waits", "ana", "get_mail_change")
    await people.post("ana keeps her address", "ana", "cancel_mail_change")
    await people.post(
        "ana changes the password", "ana", "change_password",
        iv_current_password=PASSWORD, iv_new_password=NEXT_PASSWORD,
    )  # fmt: skip
    await people.post("ana forgets it", "ana", "forgot_password", iv_email=people.email("ana"))
    token = await people.opened("ana", "/reset_password/", "ana.reset")
    await people.post(
        "ana sets the former one", "ana", "reset_password", iv_token=token, iv_password=PASSWORD
    )
    fields = {"iv_email": people.email("ana"), "iv_device_data": DEVICE}
    await people.post("ana signs in again", "ana", "sign_in", iv_password=PASSWORD, **fields)
    await people.get("ana signs out", "ana", "sign_out")
    await people.post("ana signs in once more", "ana", "sign_in", iv_password=PASSWORD, **fields)
