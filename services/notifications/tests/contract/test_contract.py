"""What other parts rely on: the names of the calls, the events, and that migrations and models agree."""

import pytest
from local.databases import schema_difference
from notifications.app import create_app
from notifications.settings import NotificationsSettings

CALLS = {
    "/api/update_alert_status": "post",
    "/api/register_push_token": "post",
    "/api/remove_push_token": "post",
    "/api/get_web_push_key": "get",
    "/api/register_web_push": "post",
    "/api/remove_web_push": "post",
    "/api/get_conversations": "get",
    "/api/get_messages/{conversationId}": "get",
    "/api/send_message": "post",
    "/api/read_messages": "post",
    "/api/get_mail_texts": "get",
    "/api/update_mail_text": "post",
    "/api/reset_mail_text": "post",
    "/api/unsubscribe_mail": "post",
    "/api/staff_get_failed_mails": "get",
    "/api/staff_retry_mail": "post",
}
SUBSCRIBED = {
    "booking.guest.erased",
    "booking.day.summary_due",
    "booking.guest_data.requested",
    "booking.guest_link.requested",
    "booking.order.accepted",
    "booking.order.cancelled",
    "booking.order.completed",
    "booking.order.follow_up_due",
    "booking.order.made_anonymous",
    "booking.order.rejected",
    "booking.order.requested",
    "booking.order.session_ended",
    "booking.order.started",
    "booking.order.moved",
    "booking.order.no_show_contested",
    "booking.order.other_time_asked",
    "booking.order.place_changed",
    "booking.order.time_declined",
    "booking.order.time_proposed",
    "booking.session.attendance_confirmed",
    "booking.session.reminder_due",
    "booking.rating.answered",
    "booking.rating.given",
    "booking.rating.requested",
    "booking.rating.waits",
    "booking.client_rating.given",
    "feed.comment.added",
    "feed.repost.added",
    "identity.account.confirmed",
    "identity.account.deleted",
    "identity.account.language_changed",
    "identity.account.reading_changed",
    "identity.account.registered",
    "identity.account.renamed",
    "identity.account.security_changed",
    "identity.data_export.ready",
    "identity.data_export.requested",
    "identity.login.ended",
    "identity.login.reused",
    "identity.mail.requested",
    "identity.preferences.changed",
    "profiles.account.standing_changed",
    "profiles.account.warned",
    "profiles.block.changed",
    "profiles.circle.changed",
    "profiles.post.standing_changed",
    "profiles.profile.avatar_changed",
    "profiles.profile.completed",
    "profiles.profile.updated",
    "profiles.report.closed",
    "profiles.report.filed",
    "profiles.review.standing_changed",
    "profiles.user_request.answered",
    "profiles.user_request.filed",
    "profiles.verification.decided",
}


def test_every_call_is_there_under_its_name() -> None:
    paths = create_app(NotificationsSettings()).openapi()["paths"]
    public = {path: operations for path, operations in paths.items() if path.startswith("/api/")}
    assert {path: method for path, operations in public.items() for method in operations} == CALLS
    for path, method in CALLS.items():
        operation = public[path][method]
        assert operation["operationId"] == path.split("/")[2]
        assert operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]


def test_what_is_heard() -> None:
    service = create_app(NotificationsSettings()).state.service
    assert {event.key for consumer in service.consumers for event in consumer.event_types} == SUBSCRIBED


@pytest.mark.service
async def test_the_migrations_make_the_tables_of_the_models(database_url: str) -> None:
    assert await schema_difference("notifications", database_url) is None
