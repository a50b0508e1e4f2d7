"""What other parts rely on: the names of the calls, the events, and that migrations and models agree."""

import pytest
from feed.app import create_app
from feed.settings import FeedSettings
from local.databases import schema_difference

CALLS = {
    "/api/get_feed_posts": "get",
    "/api/get_feed_post/{postId}": "get",
    "/api/get_profile_posts/{ownerId}": "get",
    "/api/get_bookmarked_posts": "get",
    "/api/create_new_feed_content": "post",
    "/api/update_feed_content": "post",
    "/api/upload_feed_media": "post",
    "/api/feed_post_delete_archive_restore": "post",
    "/api/create_post_feed_comment": "post",
    "/api/delete_post_feed_comment": "post",
    "/api/get_feed_post_comment_and_repost_history/{postId}": "get",
    "/api/create_repost_feed_content": "post",
    "/api/add_new_bookmark": "post",
    "/api/remove_existing_bookmark": "post",
}
SUBSCRIBED = {
    "booking.order.completed",
    "booking.rating.given",
    "booking.rating_summary.changed",
    "identity.account.confirmed",
    "identity.account.deleted",
    "identity.account.registered",
    "identity.account.renamed",
    "identity.data_export.requested",
    "profiles.block.changed",
    "profiles.content.removed",
    "profiles.circle.changed",
    "profiles.profile.avatar_changed",
    "profiles.profile.completed",
    "profiles.profile.updated",
    "profiles.post.standing_changed",
    "profiles.account.standing_changed",
    "profiles.report.closed",
    "profiles.report.filed",
}


def test_every_call_is_there_under_its_name() -> None:
    paths = create_app(FeedSettings()).openapi()["paths"]
    public = {path: operations for path, operations in paths.items() if path.startswith("/api/")}
    assert {path: method for path, operations in public.items() for method in operations} == CALLS
    for path, method in CALLS.items():
        operation = public[path][method]
        assert operation["operationId"] == path.split("/")[2]
        assert operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]


def test_what_is_heard() -> None:
    service = create_app(FeedSettings()).state.service
    assert {event.key for consumer in service.consumers for event in consumer.event_types} == SUBSCRIBED


@pytest.mark.service
async def test_the_migrations_make_the_tables_of_the_models(database_url: str) -> None:
    assert await schema_difference("feed", database_url) is None
