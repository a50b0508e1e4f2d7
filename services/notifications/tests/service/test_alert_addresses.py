"""Each alert leads to the thing that it speaks of, also one that was stored before addresses named it."""

from collections.abc import Callable

import httpx
import pytest
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.booking_ratings import RatingGiven
from contracts.events.profiles import BlockChanged, CircleChanged, ProfileCompleted, ProfileFacts
from contracts.events.profiles_moderation import PostStandingChanged
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import Caller, order, registered
from services.notifications.tests.service.test_alert_groups import comment, people, post_of

pytestmark = pytest.mark.service
As = Callable[[str], Caller]
PROFILE = ProfileFacts(
    account_id="", completed=True, expertise="Baker", category="events", country="de", city="Berlin",
    currency="EUR-DE", delivery_mode="in-person", location_address="", contact_phone="",
    timezone="Europe/Berlin", bio="", avatar="", revision=1,
)  # fmt: skip


async def address_of(owner: Caller) -> str:
    """Where the newest alert leads."""
    return str((await owner.alerts())["alerts_list"][0]["notification_url"])


def added(account_id: str, provider_id: str) -> CircleChanged:
    """Somebody takes a provider into their circle."""
    return CircleChanged(
        account_id=account_id, provider_id=provider_id, interest=True, trusted=False, revision=1
    )


async def test_whoever_added_an_account_is_led_to_where_they_can_be_seen(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    provider, handled, plain, booker, nameless = (caller(new_id()) for _ in range(5))
    await published.tell(
        registered(handled.id, "Fay Lee", username="fay lee"),
        registered(plain.id, "Anna & Söhne", username=None),
        ProfileCompleted(profile=PROFILE.model_copy(update={"account_id": plain.id})),
        registered(booker.id, "Grace Wanjiru"),
        registered(nameless.id, "Ivo Marin"),
        OrderRequested(order=order(provider_id=provider.id, client_id=booker.id), actor="client"),
    )
    expected = {
        handled.id: "/p/fay%20lee",
        plain.id: "/p/Anna%20%26%20S%C3%B6hne",
        booker.id: f"/message?with={booker.id}",
        nameless.id: "/alerts",
    }
    for each, address in expected.items():
        await published.tell(added(each, provider.id))
        assert await address_of(provider) == address


async def test_a_comment_alert_leads_to_the_newest_comment_that_its_reader_may_see(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo Marin", "Fay Lee", "Samira Haddad")
    owner, post = caller(samira), post_of(samira)
    first, second = comment(post, ivo), comment(post, fay)

    def shown(comment_id: str) -> str:
        return f"/feed?autoView=post_comment&autoActivePost={post.post_id}&comment={comment_id}"

    await published.tell(first)
    assert await address_of(owner) == shown(first.comment_id)
    await published.tell(second)
    assert await address_of(owner) == shown(second.comment_id)
    await published.tell(BlockChanged(blocker_id=samira, blocked_id=fay, blocked=True, revision=1))
    assert await address_of(owner) == shown(first.comment_id)


async def test_stored_addresses_of_before_lead_to_the_same_things(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, database_url: str
) -> None:
    facts = order()
    provider, booker = caller(facts.provider_id), caller(facts.client_id)
    written = comment(post_of(provider.id), booker.id)
    hidden = PostStandingChanged(
        post_id=new_id(), owner_id=provider.id, hidden=True, title="Spam", note="", revision=3
    )
    await published.tell(
        OrderAccepted(order=facts, actor="provider"),
        RatingGiven(order=facts, rating=5, feedback="", trusted=False, average=5, reviews=1, revision=1),
        written,
        hidden,
    )
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(
            text(
                "UPDATE alert SET words = words - '{order_id,services,sentence}'::text[], url = CASE kind"
                " WHEN 'order_accepted' THEN '/schedule_manager/upcoming_schedule'"
                " WHEN 'rating_given' THEN '/my_ratings' WHEN 'post_hidden' THEN '/my_posts'"
                " ELSE '/feed?autoView=post_comment&autoActivePost=p' END"
            )
        )
    await database.close()
    (accepted,) = (await booker.alerts())["alerts_list"]
    assert accepted["notification_text"] == "Nadia Kessler accepted Wed 25 Nov, 13:00"
    assert accepted["order_id"] == facts.order_id
    assert accepted["notification_url"] == (
        f"/schedule_manager/upcoming_schedule?dialog=booking&booking={facts.order_id}"
    )
    led = {each["notification_type"]: each for each in (await provider.alerts())["alerts_list"]}
    assert led["rating_given"]["notification_text"] == "Grace rated you 5 stars"
    assert {kind: each["notification_url"] for kind, each in led.items()} == {
        "rating_given": f"/my_ratings?review={facts.order_id}",
        "comment_added": (f"/feed?autoView=post_comment&autoActivePost=p&comment={written.comment_id}"),
        "post_hidden": f"/my_posts?autoView=post&autoActivePost={hidden.post_id}",
    }
