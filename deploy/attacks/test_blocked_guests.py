"""A guest who was blocked comes back: with another code, another name, another spelling, or an account."""

import httpx
import pytest
from client.api_client import eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, free_slots, new_email

pytestmark = pytest.mark.service
NOT_WITH = "You can't book an appointment with this provider."


@pytest.fixture
async def provider(http: httpx.AsyncClient, postbox: MailboxClient) -> Provider:
    """A provider with a confirmed address."""
    person = Provider(http, "Mara Weiss", new_email("mara"))
    await person.join(postbox)
    return person


@pytest.fixture
async def shop(provider: Provider) -> Shop:
    """The provider's profile, service and hours."""
    return await provider.open_shop()


async def test_a_blocked_address_books_no_more(
    http: httpx.AsyncClient, postbox: MailboxClient, provider: Provider, shop: Shop
) -> None:
    email = new_email("zoe")
    guest = Guest(http, postbox, "Zoë Łódzka", email)
    await guest.introduce()
    slots = await free_slots(guest, shop)
    order_id = str((await guest.book(shop, slots[:1])).part("booking_data")["order_id"])
    stranger = Provider(http, "Eve Stranger", new_email("eve"))
    await stranger.join(postbox)
    assert (await stranger.post("block_guest", iv_order_id=order_id)).http == 404
    assert (await guest.post("block_guest", iv_order_id=order_id)).http == 401
    blocked = (await provider.must_post("block_guest", iv_order_id=order_id)).part("guest_block")
    assert set(blocked) == {"block_id", "name", "blocked_date"}
    listed = await provider.must_get("get_blocked_guests")
    assert [each["block_id"] for each in listed.list("guests")] == [blocked["block_id"]]
    assert email not in str(listed.data), "the address is shown to nobody"

    again = Guest(http, postbox, "Another Name", email.upper())
    await introduce_again(again, postbox, email)
    other = await another_shop(http, postbox)
    for who in (guest, again):
        refused = await who.book(shop, slots[1:2])
        assert (refused.done, refused.message) == (False, NOT_WITH)
    account = Client(http, "Zoë Łódzka", email)
    await account.sign_up()
    await account.confirm(postbox)
    assert (await account.book(shop, slots[1:2])).message == NOT_WITH
    assert (await account.book(other, (await free_slots(account, other))[:1])).done, "others are not asked"
    friend = Guest(http, postbox, "Fay Friend", new_email("fay"))
    await friend.introduce()
    assert (await friend.book(shop, slots[1:2])).done

    block_id = str(blocked["block_id"])
    assert (await stranger.post("unblock_guest", iv_block_id=block_id)).http == 404
    await provider.must_post("unblock_guest", iv_block_id=block_id)
    assert (await again.book(shop, slots[2:3])).done


async def test_what_a_blocked_guest_has_requested_is_declined(
    http: httpx.AsyncClient, postbox: MailboxClient, provider: Provider, shop: Shop
) -> None:
    guest = Guest(http, postbox, "Ria Request", new_email("ria"))
    friend = Guest(http, postbox, "Fred Friend", new_email("fred"))
    await guest.introduce()
    await friend.introduce()
    slots = await free_slots(guest, shop)
    accepted, pending, later = [
        str((await guest.book(shop, slots[each : each + 1])).part("booking_data")["order_id"])
        for each in (0, 1, 2)
    ]
    of_friend = str((await friend.book(shop, slots[3:4])).part("booking_data")["order_id"])
    assert (await provider.respond(accepted, "accepted")).done
    await provider.must_post("block_guest", iv_order_id=pending)
    states = {str(each["order_id"]): each["request_status"] for each in await provider.bookings("order")}
    assert states == {accepted: "accepted", pending: "rejected", later: "rejected", of_friend: "pending"}
    assert (await guest.booking(later))["request_status"] == "rejected"
    assert slots[1] in await free_slots(friend, shop), "the time is free for others"

    async def told() -> bool | None:
        mails = [mail for mail in await postbox.mails(guest.email) if "I cannot take it" in mail.text]
        return len(mails) == 2 or None

    await eventually(told, "a mail for each declined request")


async def test_an_account_is_blocked_as_an_account(
    http: httpx.AsyncClient, postbox: MailboxClient, provider: Provider, shop: Shop
) -> None:
    client = Client(http, "Ivo Marek", new_email("ivo"))
    await client.join(postbox)
    order = await client.book(shop, (await free_slots(client, shop))[:1])
    refused = await provider.post("block_guest", iv_order_id=str(order.part("booking_data")["order_id"]))
    assert (refused.http, refused.done, set(refused.fields)) == (200, False, {"iv_order_id"})


async def introduce_again(guest: Guest, postbox: MailboxClient, email: str) -> None:
    """Request another code for an address that has got one, and wait for that one."""
    former = await postbox.mails(email)
    answer = await guest.must_post("verify_guest_credentials", iv_name=guest.name, iv_email=guest.email)
    guest.token = answer.text("access_token")

    async def newer() -> str | None:
        codes = [mail.code for mail in await postbox.mails(email) if mail.code]
        return codes[0] if len(codes) > sum(bool(mail.code) for mail in former) else None

    guest.code = await eventually(newer, "another code")


async def another_shop(http: httpx.AsyncClient, postbox: MailboxClient) -> Shop:
    """Another provider's shop."""
    person = Provider(http, "Olga Elsewhere", new_email("olga"))
    await person.join(postbox)
    return await person.open_shop()
