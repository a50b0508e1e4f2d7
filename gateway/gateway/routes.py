"""The route table: every public call and its service (api.md 8). Any other call is a 404."""

from dataclasses import dataclass, replace
from typing import Final, Literal

IDENTITY = "identity"
PROFILES = "profiles"
FEED = "feed"
BOOKING = "booking"
NOTIFICATIONS = "notifications"
COMPOSED = "gateway"

Body = Literal["json", "media", "form"]
"""The body of a call: JSON, JSON with pictures in it, or any form that a foreign program posts."""
LimitClass = Literal[
    "read",
    "write",
    "sign_in",
    "sign_up",
    "mail",
    "guest_code",
    "booking",
    "media",
    "picture",
    "card",
    "socket",
    "report",
]

SECRET_ANSWERS: Final = frozenset(
    {
        "check_active_login",
        "download_data_export",
        "export_account_data",
        "get_booking_info",
        "get_calendar_feed",
        "get_external_calendars",
        "get_guest_booking",
        "get_profile_posts_and_appointments",
        "get_provider_appointment_settings_and_booking_history",
        "get_user_alerts",
    }
)
"""Tokens, the private address of a calendar, and links to meetings."""

QUICK_SECONDS: Final = 10.0
SLOW_SECONDS: Final = 30.0
UPLOAD_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class Route:
    """One call: its service, its rate limit and its body."""

    method: Literal["GET", "POST"]
    call: str
    service: str
    limit: LimitClass
    segments: int = 0
    """How many path values follow the name."""
    body: Body = "json"
    pictures: int = 0
    """How many pictures the body of a media call may carry."""
    guests: bool = False
    """Whether a guest may send a media call too."""
    timeout: float = QUICK_SECONDS
    """Seconds until the service must begin its answer."""
    subject: str = ""
    """The field of the body that names what a caller may guess at, and that the limit counts; '' for none."""

    @property
    def holds_secret(self) -> bool:
        """Whether the answer holds a token, or a link that works without signing in."""
        return self.call in SECRET_ANSWERS


def _get(call: str, service: str, segments: int = 0, *, timeout: float = QUICK_SECONDS) -> Route:
    return Route("GET", call, service, "read", segments, timeout=timeout)


def _post(call: str, service: str, limit: LimitClass = "write", subject: str = "") -> Route:
    return Route("POST", call, service, limit, subject=subject)


def _upload(
    call: str, service: str, limit: LimitClass = "media", *, pictures: int = 1, guests: bool = False
) -> Route:
    sent = _post(call, service, limit)
    return replace(sent, body="media", pictures=pictures, guests=guests, timeout=UPLOAD_SECONDS)


ROUTES: Final = (
    # accounts
    _post("sign_up", IDENTITY, "sign_up", "iv_email"),
    _post("sign_in", IDENTITY, "sign_in", "iv_email"),
    _post("sign_in_second_factor", IDENTITY, "sign_in"),
    _post("begin_passkey_sign_in", IDENTITY, "sign_in"),
    _post("sign_in_with_passkey", IDENTITY, "sign_in"),
    _post("begin_step_up", IDENTITY),
    _post("step_up", IDENTITY, "sign_in"),
    _get("get_second_factors", IDENTITY),
    _post("begin_authenticator_app", IDENTITY),
    _post("confirm_authenticator_app", IDENTITY, "sign_in"),
    _post("remove_authenticator_app", IDENTITY),
    _post("begin_passkey", IDENTITY),
    _post("add_passkey", IDENTITY),
    _post("remove_passkey", IDENTITY),
    _post("renew_recovery_codes", IDENTITY),
    _get("check_active_login", IDENTITY),
    _get("sign_out", IDENTITY),
    _get("get_active_logins", IDENTITY),
    _post("end_login", IDENTITY),
    _post("end_other_logins", IDENTITY),
    _post("forgot_password", IDENTITY, "mail", "iv_email"),
    _post("reset_password", IDENTITY, "sign_in", "iv_token"),
    _post("confirm_account", IDENTITY, "sign_in", "iv_token"),
    _post("confirm_account_by_code", IDENTITY, "sign_in"),
    _post("resend_confirm_account", IDENTITY, "mail"),
    _post("change_password", IDENTITY, "sign_in"),
    _get("get_mail_change", IDENTITY),
    _post("request_mail_change", IDENTITY, "mail", "iv_email"),
    _post("confirm_mail_change", IDENTITY, "sign_in", "iv_token"),
    _post("cancel_mail_change", IDENTITY),
    _post("delete_account", IDENTITY, "sign_in"),
    _post("start_data_export", IDENTITY),
    _get("get_data_export", IDENTITY),
    _post("update_username", IDENTITY),
    _post("verify_guest_credentials", IDENTITY, "guest_code", "iv_email"),
    _post("update_starter_preferences", IDENTITY),
    _get("get_notification_preferences", IDENTITY),
    _post("update_notification_preferences", IDENTITY),
    _post("update_language", IDENTITY),
    # profile, services, circle, safety
    _post("update_account_skills", PROFILES),
    _post("update_account_policy_perks", PROFILES),
    _post("update_away", PROFILES),
    _get("get_venue_settings", PROFILES),
    _post("update_remote_meetings", PROFILES),
    _post("update_travel_area", PROFILES),
    _post("update_place", PROFILES),
    _post("archive_place", PROFILES),
    _post("order_places", PROFILES),
    _upload("update_avatar", PROFILES),
    _post("update_account_services", PROFILES),
    _post("archive_delete_account_services", PROFILES),
    _get("get_account_provider_services", PROFILES),
    _get("get_provider_profile", PROFILES),
    _post("count_page_view", PROFILES, "read"),
    _get("get_account_profile", PROFILES),
    _post("update_account_profile", PROFILES),
    _post("add_new_interest", PROFILES),
    _post("remove_existing_interest", PROFILES),
    _get("get_trust_status", PROFILES, 1),
    _post("update_trust_status", PROFILES),
    _get("get_my_circle", PROFILES),
    _post("add_to_block", PROFILES),
    _post("remove_from_block", PROFILES),
    _get("get_blocked_accounts", PROFILES),
    _post("report_user_account", PROFILES),
    # requests to the staff, and the staff console
    _post("create_user_request", PROFILES, "mail", "iv_email"),
    _get("get_user_requests", PROFILES),
    _get("staff_get_overview", PROFILES),
    _get("staff_get_reports", PROFILES),
    _get("staff_get_report", PROFILES, 1),
    _post("staff_decide_report", PROFILES),
    _get("staff_get_accounts", PROFILES),
    _get("staff_get_account", PROFILES, 1),
    _post("staff_set_account_standing", PROFILES),
    _post("staff_set_post_standing", PROFILES),
    _post("staff_set_review_standing", PROFILES),
    _post("staff_set_verification", PROFILES),
    _get("staff_get_requests", PROFILES),
    _get("staff_get_request", PROFILES, 1),
    _post("staff_answer_request", PROFILES),
    _get("staff_get_audit_log", PROFILES),
    _get("staff_get_failed_mails", NOTIFICATIONS),
    _post("staff_retry_mail", NOTIFICATIONS),
    # finance, reference
    _get("get_appointment_finance_settings", PROFILES),
    _post("update_appointment_finance_settings", PROFILES),
    _get("get_reference_data", PROFILES),
    # hours, slots, orders, ratings
    _post("update_appointment_window", BOOKING),
    _get("get_provider_appointment_window", BOOKING),
    _get("get_provider_appointment_settings_and_booking_history", BOOKING),
    _get("get_available_slots", BOOKING),
    _get("get_next_free_slots", BOOKING),
    _get("get_next_free_times", BOOKING),
    _post("preview_appointment_window", BOOKING, "read"),
    _post("create_appointment_order", BOOKING, "booking"),
    _post("update_appointment_order_request", BOOKING, "booking"),
    _get("get_booking_info", BOOKING),
    _get("get_guest_booking", BOOKING, 1),
    _post("update_appointment_place", BOOKING),
    _upload("upload_intake_file", BOOKING, guests=True),
    _get("get_order_answers", BOOKING, 1),
    _get("get_intake_file", BOOKING, 1, timeout=SLOW_SECONDS),
    _post("propose_new_time", BOOKING, "booking"),
    _post("answer_new_time", BOOKING, "booking"),
    _get("get_appointment_calendar", BOOKING, 1),
    _get("get_calendar_feed", BOOKING),
    _post("update_calendar_feed", BOOKING),
    _get("calendar_feed", BOOKING, 2),
    _get("get_external_calendars", BOOKING),
    replace(_post("add_external_calendar", BOOKING), timeout=SLOW_SECONDS),
    replace(_post("check_external_calendar", BOOKING), timeout=SLOW_SECONDS),
    _post("remove_external_calendar", BOOKING),
    _post("request_guest_link", BOOKING, "mail", "iv_email"),
    _post("block_guest", BOOKING),
    _post("unblock_guest", BOOKING),
    _get("get_blocked_guests", BOOKING),
    _post("create_own_booking", BOOKING),
    _post("move_appointment", BOOKING),
    _get("get_move_terms", BOOKING),
    _post("update_move_terms", BOOKING),
    _get("get_blocked_times", BOOKING),
    _post("block_time", BOOKING),
    _post("unblock_time", BOOKING),
    _get("get_clients", BOOKING),
    _get("get_client", BOOKING, 1),
    _get("get_client_of_order", BOOKING, 1),
    _get("get_notes_of_orders", BOOKING),
    _post("update_client", BOOKING),
    _get("get_client_files", BOOKING, 1),
    _upload("add_client_file", BOOKING, "picture"),
    _get("get_client_file", BOOKING, 1, timeout=SLOW_SECONDS),
    _post("remove_client_file", BOOKING),
    _upload("preview_client_import", BOOKING),
    _upload("import_clients", BOOKING),
    _get("get_schedule_changes", BOOKING),
    _post("mark_changes_seen", BOOKING),
    _post("get_orders_outside_hours", BOOKING, "read"),
    _post("ask_for_other_times", BOOKING, "booking"),
    replace(_get("download_clients", BOOKING), timeout=SLOW_SECONDS),
    _post("end_guest_link", BOOKING, "mail", "iv_order_id"),
    _post("request_guest_data", BOOKING, "mail", "iv_email"),
    _post("erase_guest_data", BOOKING, "sign_in", "iv_order_id"),
    _post("staff_find_guest_bookings", BOOKING),
    _post("staff_end_guest_link", BOOKING),
    _post("report_no_show", BOOKING),
    _post("contest_no_show", BOOKING),
    _post("confirm_attendance", BOOKING),
    _get("get_reminder_plan", BOOKING),
    _post("update_reminder_plan", BOOKING),
    _post("create_appointment_rating", BOOKING),
    _post("create_appointment_request_rating", BOOKING),
    _post("create_client_rating", BOOKING),
    _post("answer_rating", BOOKING),
    _post("remove_rating_answer", BOOKING),
    _get("get_ratings_info", BOOKING, 1),
    # feed
    _upload("upload_feed_media", FEED, "picture"),
    _upload("create_new_feed_content", FEED, pictures=8),
    _upload("update_feed_content", FEED, pictures=8),
    _get("get_feed_posts", FEED),
    _get("get_feed_post", FEED, 1),
    _get("get_profile_posts", FEED, 1),
    _get("get_bookmarked_posts", FEED),
    _post("feed_post_delete_archive_restore", FEED),
    _post("create_repost_feed_content", FEED),
    _post("create_post_feed_comment", FEED),
    _post("delete_post_feed_comment", FEED),
    _get("get_feed_post_comment_and_repost_history", FEED, 1),
    _post("add_new_bookmark", FEED),
    _post("remove_existing_bookmark", FEED),
    # alerts, messages, push
    _post("update_alert_status", NOTIFICATIONS),
    _post("register_push_token", NOTIFICATIONS),
    _post("remove_push_token", NOTIFICATIONS),
    _get("get_web_push_key", NOTIFICATIONS),
    _post("register_web_push", NOTIFICATIONS),
    _post("remove_web_push", NOTIFICATIONS),
    _get("get_conversations", NOTIFICATIONS),
    _get("get_messages", NOTIFICATIONS, 1),
    _post("send_message", NOTIFICATIONS),
    _post("read_messages", NOTIFICATIONS),
    _get("get_mail_texts", NOTIFICATIONS),
    _post("update_mail_text", NOTIFICATIONS),
    _post("reset_mail_text", NOTIFICATIONS),
    replace(_post("unsubscribe_mail", NOTIFICATIONS), body="form"),
    # composed by the gateway of several services' answers
    _get("get_user_fav_data", COMPOSED),
    _get("get_user_alerts", COMPOSED),
    _get("get_profile_posts_and_appointments", COMPOSED, 2),
    _get("export_account_data", COMPOSED, timeout=SLOW_SECONDS),
    _get("download_data_export", COMPOSED, 1, timeout=SLOW_SECONDS),
    _get("search", COMPOSED),
    _post("update_profile_info", COMPOSED),
    _post("get_guest_data", COMPOSED, "sign_in", "iv_order_id"),
    _get("get_figures", COMPOSED),
    _get("download_figures", COMPOSED, timeout=SLOW_SECONDS),
)

ROUTES_BY_NAME: Final = {(route.method, route.call): route for route in ROUTES}

POSTABLE_PAGES: Final = {"/unsubscribe": "unsubscribe_mail"}
"""Web pages to which mail programs post (RFC 8058), and the call that such a post becomes."""

MEDIA_SERVICES: Final = {"avatars": PROFILES, "posts": FEED, "provider_cards": PROFILES, "post_cards": FEED}
"""The service that has the pictures under /media/<kind>/."""

MEDIA_LIMITS: Final[dict[str, LimitClass]] = {"provider_cards": "card", "post_cards": "card"}
"""The limit of pictures that are drawn when they are asked for; others are reads."""

MAILBOX_PATHS: Final = frozenset({"/dev/mail", "/dev/mail.json"})
"""Development pages of notifications, forwarded only if `dev_mailbox` is on, and only to this machine."""
