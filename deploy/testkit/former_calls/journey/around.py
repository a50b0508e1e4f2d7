"""Circles, blocks, posts, messages, calendars, guests' rights, exports; and leaving."""

import base64
import io

from client.api_client import Json
from client.personas import PASSWORD
from PIL import Image

from testkit.former_calls.journey.orders import Orders
from testkit.former_calls.journey.shop import Shop
from testkit.former_calls.people import People


async def meet(people: People, shop: Shop, orders: Orders) -> None:
    """People keep, write to and block each other."""
    who: dict[str, Json] = {"iv_provider_id": shop.owner}
    await people.post("jose keeps mara", "jose", "add_new_interest", **who)
    await people.post("jose trusts mara", "jose", "update_trust_status", iv_trusted="yes", **who)
    await people.get("jose's trust is read", "jose", f"get_trust_status/{shop.owner}")
    await people.post("ana keeps mara", "ana", "add_new_interest", **who)
    await people.post("ana forgets mara", "ana", "remove_existing_interest", **who)
    await people.get("jose reads the circle", "jose", "get_my_circle", filter="trusted")
    message = {"iv_owner_id": shop.owner, "iv_text": "Where do I park?"}
    await people.post("jose writes to mara", "jose", "send_message", **message)
    found = await people.get("mara sees who wrote", "mara", "get_conversations")
    conversation = str(found["conversations"][0]["conversation_id"])
    await people.post("mara has read it", "mara", "read_messages", iv_conversation_id=conversation)
    await people.get("mara reads it", "mara", f"get_messages/{conversation}")
    vera = await people.get("vera reads the own profile", "vera", "get_account_profile")
    user = {"iv_user_id": str(vera["account_data"]["owner_id"])}
    await people.post("mara blocks vera", "mara", "add_to_block", **user)
    await people.get("mara reads whom she blocks", "mara", "get_blocked_accounts")
    await people.post("mara forgives vera", "mara", "remove_from_block", **user)
    await people.post(
        "jose reports vera", "jose", "report_user_account",
        iv_report_type="accounts", iv_report_issue_id=user["iv_user_id"],
        iv_report_title="Spam & Manipulation", iv_report_details="Too many mails.",
        iv_report_additional="", **user,
    )  # fmt: skip
    await people.post(
        "jose asks the staff",
        "jose",
        "create_user_request",
        iv_topic="support",
        iv_text="How do I move a booking?",
    )
    await people.get("jose reads what he asked", "jose", "get_user_requests")
    await _write_posts(people, shop)
    await _keep_calendars(people, orders)


def _picture() -> str:
    content = io.BytesIO()
    Image.new("RGB", (64, 64), "#336699").save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()


async def _write_posts(people: People, shop: Shop) -> None:
    await people.refused(
        "a post needs a picture", "mara", "create_new_feed_content", iv_post_brief="No picture."
    )
    await people.post("mara has a portrait", "mara", "update_avatar", iv_media_base=_picture())
    post: dict[str, Json] = {
        "iv_post_brief": "Free time next week.",
        "iv_tags": ["husavik"],
        "iv_media_base": [_picture()],
    }
    posted = await people.post("mara posts", "mara", "create_new_feed_content", **post)
    one = str(posted["post_id"])
    at = f"{people.day(2)}T07:00:00Z"
    later = await people.post(
        "mara posts later", "mara", "create_new_feed_content",
        **{**post, "iv_post_brief": "Later.", "iv_post_active": "schedule", "iv_post_date": at},
    )  # fmt: skip
    await people.get("mara reads her posts", "mara", f"get_profile_posts/{shop.owner}")
    await people.get("a stranger reads the tag", "", "get_feed_posts", tag="husavik")
    await people.get("jose opens the post", "jose", f"get_feed_post/{one}")
    await people.post("jose bookmarks it", "jose", "add_new_bookmark", iv_bookmark_value=one)
    await people.get("jose reads bookmarks", "jose", "get_bookmarked_posts")
    await people.post(
        "jose comments", "jose", "create_post_feed_comment", iv_post_id=one, iv_post_comment="Well said."
    )
    comment = await people.post(
        "jose comments again", "jose", "create_post_feed_comment", iv_post_id=one, iv_post_comment="Too soon."
    )
    await people.post(
        "jose takes that back",
        "jose",
        "delete_post_feed_comment",
        iv_post_comments_id=comment["comment_data"]["post_comments_id"],
    )
    await people.post("jose passes it on", "jose", "create_repost_feed_content", iv_post_id=one)
    await people.get("ana reads the comments", "ana", f"get_feed_post_comment_and_repost_history/{one}")
    await people.post("jose forgets the bookmark", "jose", "remove_existing_bookmark", iv_bookmark_value=one)
    await people.post(
        "mara changes what waits", "mara", "update_feed_content", iv_post_id=str(later["post_id"]),
        **{**post, "iv_post_brief": "Changed.", "iv_post_active": "schedule", "iv_post_date": at},
    )  # fmt: skip
    for what in ("archive", "restore"):
        fields = {"iv_post_id": one, "iv_action": what}
        await people.post(f"mara's post: {what}", "mara", "feed_post_delete_archive_restore", **fields)


async def _keep_calendars(people: People, orders: Orders) -> None:
    await people.get("jose takes the calendar file", "jose", f"get_appointment_calendar/{orders.moved}")
    await people.post("jose makes a feed of it", "jose", "update_calendar_feed", iv_action="create")
    await people.post("jose ends the feed", "jose", "update_calendar_feed", iv_action="revoke")
    await people.get("jose has no feed", "jose", "get_calendar_feed")
    await people.get("mara has no other calendars", "mara", "get_external_calendars")
    await people.post("mara blocks a guest", "mara", "block_guest", iv_order_id=orders.rejected)
    blocked = await people.get("mara reads blocked guests", "mara", "get_blocked_guests")
    await people.post(
        "mara forgives the guest", "mara", "unblock_guest", iv_block_id=blocked["guests"][0]["block_id"]
    )


async def leave(people: People, shop: Shop, orders: Orders) -> None:
    """A guest is forgotten, data are exported, a client leaves."""
    del shop
    await people.post("ida asks for her data", "", "request_guest_data", iv_email=people.email("ida"))
    key = await people.opened("ida", "&data=", "ida.data")
    fields = {"iv_order_id": orders.idas, "iv_key": key}
    await people.post("ida reads her data", "", "get_guest_data", **fields)
    await people.post("ida is forgotten", "", "erase_guest_data", **fields)
    await people.post("zoe ends her links", "zoe", "end_guest_link", iv_order_id=orders.remote)
    phone = {"iv_token": people.username("vera"), "iv_platform": "android"}
    await people.post("vera has a phone", "vera", "register_push_token", **phone)
    await people.post("vera has none", "vera", "remove_push_token", **phone)
    await people.get("vera's browser asks for a key", "vera", "get_web_push_key")
    await people.post(
        "ana has read all alerts", "ana", "update_alert_status", iv_notification_ids="all", iv_status="read"
    )
    await people.post("vera leaves", "vera", "delete_account", iv_password=PASSWORD)
    await people.refused("vera is gone", "", "sign_in", iv_email=people.email("vera"), iv_password=PASSWORD)
