"""Rate limits as callers meet them."""

import asyncio

from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness


async def statuses(
    harness: GatewayHarness, count: int, path: str, body: dict[str, str], token: str = ""
) -> list[int]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    calls = [harness.client.post(path, json=body, headers=headers) for _ in range(count)]
    return [answer.status_code for answer in await asyncio.gather(*calls)]


async def test_guessing_at_one_account_is_slowed_down(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=1)
    one = await statuses(harness, 15, "/api/sign_in", {"iv_email": "Zoe@example.org", "iv_password": "x"})
    assert one.count(200) == 10
    assert one.count(429) == 5
    spelled = await statuses(harness, 1, "/api/sign_in", {"iv_email": " zoe@EXAMPLE.org "})
    assert spelled == [429]
    assert await statuses(harness, 1, "/api/sign_in", {"iv_email": "other@example.org"}) == [200]
    assert len(harness.upstreams["identity"].requests) == 11


async def test_the_refusal_says_when_to_come_back(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=0.1)
    await harness.client.post("/api/forgot_password", json={"iv_email": "a@b.example"})
    answer = await harness.client.post("/api/forgot_password", json={"iv_email": "a@b.example"})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert answer.json()["status"] is False


async def test_one_address_cannot_mail_the_whole_world(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=1)
    answers = [
        await harness.client.post("/api/forgot_password", json={"iv_email": f"{n}@b.example"})
        for n in range(32)
    ]
    assert [answer.status_code for answer in answers].count(429) == 2


async def test_bookings_count_for_each_caller_alone(open_harness: OpenHarness, tokens: Tokens) -> None:
    harness = await open_harness(rate_limit_scale=1)
    path = "/api/create_appointment_order"
    guests = [statuses(harness, 1, path, {}, tokens.guest(f"g{n}", "N", "n@b.example")) for n in range(60)]
    assert {status for [status] in await asyncio.gather(*guests)} == {200}
    eager = await statuses(harness, 35, path, {}, tokens.account("a1"))
    assert eager.count(200) == 30


async def test_a_token_that_does_not_hold_makes_nobody_somebody_else(
    open_harness: OpenHarness, tokens: Tokens
) -> None:
    harness = await open_harness(rate_limit_scale=1)
    forged = [
        await statuses(
            harness, 1, "/api/create_appointment_order", {}, tokens.account(f"f{n}")[:-8] + "AAAAAAAA"
        )
        for n in range(35)
    ]
    assert [status for [status] in forged].count(429) == 5


async def test_reading_is_generous_but_ends(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=0.02)
    answers = await asyncio.gather(*(harness.client.get("/api/get_feed_posts") for _ in range(32)))
    assert [answer.status_code for answer in answers].count(200) == 24


async def test_nothing_is_limited_when_switched_off(harness: GatewayHarness) -> None:
    assert set(await statuses(harness, 40, "/api/sign_in", {"iv_email": "a@b.example"})) == {200}


async def test_limits_hold_in_each_process_while_their_store_is_away(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=1, rate_limit_storage="postgresql://127.0.0.1:9/limits")
    answers = await statuses(harness, 15, "/api/sign_in", {"iv_email": "a@b.example"})
    assert answers.count(200) == 10
    assert answers.count(429) == 5


async def test_all_logins_of_an_account_count_together(open_harness: OpenHarness, tokens: Tokens) -> None:
    harness = await open_harness(rate_limit_scale=0.1)
    path = "/api/create_appointment_order"
    logins = [tokens.account("a1", login_id=f"login-{number}") for number in range(4)]
    answers = [(await statuses(harness, 1, path, {}, token))[0] for token in logins]
    assert answers == [200, 200, 200, 429]
