"""A provider, a client and a guest who use the public calls as the web app does."""

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

import httpx

from client.api_client import (
    EVENTUALLY_SECONDS,
    ApiAnswer,
    ApiClient,
    Json,
    UnexpectedRefusal,
    eventually,
    succeeded,
)
from client.mailbox_client import MailboxClient

PASSWORD = "correct horse battery staple"  # noqa: S105  of all accounts in tests and the demo
STAFF_SECRET = "OPENHOURSDEMOSTAFFKEYABCDEFGHIJK"  # noqa: S105  public, as the password is
"""What the staff account of tests and the demo shares with an authenticator app (RFC 6238)."""
STAFF_CODES = tuple(f"staff-{number:04}" for number in range(2000))
"""Its recovery codes, each good once: tests sign in oftener than an authenticator app has new codes."""
DEVICE: dict[str, Json] = {"timezone": "Europe/Berlin", "platform": "test"}
PROFILE: dict[str, Json] = {
    "iv_category": "wellness",
    "iv_expertise": "Physiotherapy",
    "iv_contact_phone": "4930123456",
    "iv_country": "Germany-DE",
    "iv_city": "Berlin",
    "iv_currency": "EUR-DE",
    "iv_location_address": "Torstraße 12, Berlin",
    "iv_delivery_mode": "hybrid",
    "iv_bio": "Calm hands and clear plans for backs that have had enough.",
    "iv_timezone": "Europe/Berlin",
    "iv_device_data": DEVICE,
}
"""The fields of the last onboarding step."""
CONFIRM_FIRST = "iv_confirmation_code"
"""The field of a refusal that asks for a confirmed address (api.md 1)."""
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

Slot = dict[str, object]


def new_email(who: str) -> str:
    """A mail address that is not in use."""
    return f"{who}.{secrets.token_hex(5)}@example.org"


@dataclass(frozen=True)
class Shop:
    """What a client needs to know of a provider."""

    provider_id: str
    name: str
    email: str
    username: str
    service_id: str
    minutes: int
    cost: float
    currency: str


class Persona(ApiClient):
    """A person with an account."""

    def __init__(self, client: httpx.AsyncClient, name: str, email: str) -> None:
        super().__init__(client)
        self.name = name
        self.email = email
        self.id = ""
        self._confirmed = False

    async def sign_up(self, password: str = PASSWORD) -> ApiAnswer:
        """Create the account and stay signed in. Its address is not confirmed."""
        answer = await self.must_post(
            "sign_up", iv_name=self.name, iv_email=self.email, iv_password=password, iv_device_data=DEVICE
        )
        return self.entered(answer)

    async def join(self, postbox: MailboxClient, password: str = PASSWORD) -> ApiAnswer:
        """Create the account, and confirm its address by the mailed link."""
        answer = await self.sign_up(password)
        await self.confirm(postbox)
        return answer

    async def confirm(self, postbox: MailboxClient) -> ApiAnswer:
        """Open the link of the newest confirmation mail."""
        token = await postbox.link(self.email, "/confirm_account/")
        answer = await self.must_post("confirm_account", iv_token=token)
        self._confirmed = True
        return answer

    async def post(self, call: str, **fields: Json) -> ApiAnswer:
        """POST; again while a service has not heard yet that the address is confirmed."""

        async def heard() -> ApiAnswer | None:
            answer = await super(Persona, self).post(call, **fields)
            return None if self._confirmed and set(answer.fields) == {CONFIRM_FIRST} else answer

        seconds = max(self.patience, EVENTUALLY_SECONDS)
        return await eventually(heard, f"{call} with a confirmed address", seconds)

    async def sign_in(self, password: str = PASSWORD) -> ApiAnswer:
        """Sign in: another login of the same account."""
        answer = await self.post("sign_in", iv_email=self.email, iv_password=password, iv_device_data=DEVICE)
        if "second_factor" in answer.data:
            answer = await self._second_step(str(answer.part("second_factor")["challenge"]))
        return self.entered(succeeded("sign_in", answer))

    async def _second_step(self, challenge: str) -> ApiAnswer:
        """Go on with a recovery code, and with another one if a test before has used it."""
        for code in secrets.SystemRandom().sample(STAFF_CODES, 4):
            fields = {"iv_challenge": challenge, "iv_code": code, "iv_device_data": DEVICE}
            answer = await self.post("sign_in_second_factor", **fields)
            if answer.done:
                return answer
        raise UnexpectedRefusal("the staff's recovery codes are used up")

    def entered(self, answer: ApiAnswer) -> ApiAnswer:
        """Keep the token and id of a sign-in's answer."""
        self.token = answer.text("access_token")
        self.id = str(answer.part("session_data")["ownerId"])
        return answer

    async def bookings(self, side: str) -> list[dict[str, object]]:
        """The `order` (as provider) or `request` (as client) list."""
        answer = await self.must_get("get_booking_info")
        return cast(list[dict[str, object]], answer.part("bookings_list")[side])

    async def alerts(self) -> list[dict[str, object]]:
        """The alerts, newest first."""
        return (await self.must_get("get_user_alerts")).list("alerts_list")


class Provider(Persona):
    """A person who offers appointments."""

    def __init__(self, client: httpx.AsyncClient, name: str, email: str) -> None:
        super().__init__(client, name, email)
        self.username = f"{name.split(maxsplit=1)[0].lower()}_{secrets.token_hex(4)}"

    async def open_shop(self, *, minutes: int = 30, cost: int = 60, zone: str = "Europe/Berlin") -> Shop:
        """Complete onboarding, add one service, open on every day, and wait until all know the username."""
        await self.must_post("update_username", iv_username=self.username)
        await self.introduce()
        service_id = await self.add_service("Consultation", minutes=minutes, cost=cost)
        await self.set_hours(zone=zone, minutes=minutes)
        await eventually(self._found_by_username, "the profile at its username")
        return Shop(self.id, self.name, self.email, self.username, service_id, minutes, cost, "EUR")

    async def _found_by_username(self) -> bool | None:
        return (await self.get("get_provider_profile", username=self.username)).done or None

    async def introduce(self, **changed: Json) -> ApiAnswer:
        """Send the profile of the last onboarding step."""
        return await self.must_post("update_profile_info", **{**PROFILE, **changed})

    async def add_service(
        self,
        name: str,
        *,
        minutes: int,
        cost: int,
        mode: str = "hybrid",
        currency: str = "EUR",
        brief: str = "",
        **rules: Json,
    ) -> str:
        """Add a service; returns its id. `rules` are further fields, such as iv_confirmation."""
        answer = await self.must_post(
            "update_account_services",
            iv_action="service_create",
            iv_service_id="none",
            iv_service=name,
            iv_duration=str(minutes),
            iv_cost=str(cost) if cost else "zero",
            iv_currency=currency,
            iv_delivery_mode=mode,
            iv_brief=brief,
            iv_device_data=DEVICE,
            **rules,
        )
        return answer.text("service_id")

    async def set_hours(
        self,
        *,
        zone: str = "Europe/Berlin",
        start: str = "08:00",
        end: str = "20:00",
        minutes: int = 30,
        buffer: int = 0,
        closed: tuple[str, ...] = (),
    ) -> ApiAnswer:
        """Set the same hours on every day that is not closed."""
        fields: dict[str, Json] = {"iv_timezone": zone}
        for day in DAYS:
            fields |= {
                f"iv_{day}_window_type": "quota",
                f"iv_{day}_window_status": "closed" if day in closed else "open",
                f"iv_{day}_quota_start_time": start,
                f"iv_{day}_quota_end_time": end,
                f"iv_{day}_quota_time_off": "[]",
                f"iv_{day}_quota_duration": str(minutes),
                f"iv_{day}_quota_buffer": str(buffer),
                f"iv_{day}_custom_slots": "[]",
            }
        return await self.must_post("update_appointment_window", **fields)

    async def publish(self, brief: str, picture: str) -> ApiAnswer:
        """Publish a post with one picture."""
        return await self.post("create_new_feed_content", iv_post_brief=brief, iv_media_base=[picture])

    async def respond(self, order_id: str, response: str, **more: Json) -> ApiAnswer:
        """Answer a request as the provider."""
        return await self.post(
            "update_appointment_order_request",
            iv_order_id=order_id,
            iv_booking_info_type="order",
            iv_response=response,
            iv_name=self.name,
            iv_email=self.email,
            iv_feedback="See you then.",
            iv_device_data=DEVICE,
            **more,
        )


class Client(Persona):
    """A person with an account who books."""

    async def book(self, shop: Shop, slots: list[Slot], **changed: Json) -> ApiAnswer:
        """Request these slots."""
        return await self.post("create_appointment_order", **{**order_payload(shop, slots, self), **changed})


class Guest(ApiClient):
    """A person without an account who books."""

    def __init__(self, client: httpx.AsyncClient, postbox: MailboxClient, name: str, email: str) -> None:
        super().__init__(client)
        self.name = name
        self.email = email
        self._postbox = postbox
        self.code = ""

    async def introduce(self) -> None:
        """Request the mailed code and read it."""
        answer = await self.must_post("verify_guest_credentials", iv_name=self.name, iv_email=self.email)
        self.token = answer.text("access_token")
        self.code = await self._postbox.code(self.email)

    async def book(self, shop: Shop, slots: list[Slot], **changed: Json) -> ApiAnswer:
        """Request these slots with the mailed code."""
        order = {**order_payload(shop, slots, self), "iv_user_category": "guest", "iv_guest_token": self.code}
        return await self.post("create_appointment_order", **{**order, **changed})

    async def booking(self, order_id: str) -> dict[str, object]:
        """An order as the guest sees it."""
        return (await self.must_get(f"get_guest_booking/{order_id}")).part("booking_data")


def order_payload(shop: Shop, slots: list[Slot], client: Persona | Guest) -> dict[str, Json]:
    """The fields that the booking screen sends for one service of the shop."""
    return {
        "iv_provider_id": shop.provider_id,
        "iv_provider_name": shop.name,
        "iv_provider_email": shop.email,
        "iv_brief": "My first visit.",
        "iv_guest_token": "none",
        "iv_service_list": json.dumps([shop.service_id]),
        "iv_session_list": json.dumps(slots),
        "iv_delivery_mode": "in-person",
        "iv_delivery_location": "Torstraße 12, Berlin",
        "iv_user_category": "active",
        "iv_total_cost": shop.cost,
        "iv_total_services": 1,
        "iv_total_duration": shop.minutes,
        "iv_total_currency": shop.currency,
        "iv_multiple_clients": False,
        "iv_client_pay_status": "unpaid",
        "iv_provider_pay_status": "unpaid",
        "iv_client_name": client.name,
        "iv_client_email": client.email,
        "iv_device_data": DEVICE,
    }


async def free_slots(
    caller: ApiClient, shop: Shop, *, days: int = 14, zone: str = "Europe/Berlin"
) -> list[Slot]:
    """The slots that the booking screen offers from tomorrow on. Raises UnexpectedRefusal if none."""
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    answer = await caller.must_get(
        "get_available_slots",
        provider_id=shop.provider_id,
        timezone=zone,
        **{"from": tomorrow.isoformat(), "to": (tomorrow + timedelta(days=days)).isoformat()},
    )
    slots = [slot for day in answer.list("days") for slot in cast(list[Slot], day["slots"])]
    if not slots:
        raise UnexpectedRefusal(f"{shop.name} offers no time at all")
    return slots
