"""Everything held about an account, row by row as JSON: a whole row is what an expression cannot say.

Ids grow with time: what has one is in the order in which it came about.
"""

from typing import Final

from chassis.db import TextStatement

HELD: Final = {
    "account": TextStatement(
        "SELECT to_jsonb(t) - 'lookup' FROM account t WHERE account_id = :account_id AND NOT deleted"
    ),
    "profile": TextStatement("SELECT to_jsonb(t) FROM profile t WHERE account_id = :account_id"),
    "services": TextStatement(
        "SELECT to_jsonb(t) FROM service t WHERE provider_id = :account_id AND status <> 'deleted' "
        "ORDER BY service_id"
    ),
    "finance_settings": TextStatement(
        "SELECT to_jsonb(t) FROM finance_settings t WHERE account_id = :account_id"
    ),
    "venue_settings": TextStatement(
        "SELECT to_jsonb(t) FROM venue_settings t WHERE account_id = :account_id"
    ),
    "places": TextStatement(
        "SELECT to_jsonb(t) FROM place t WHERE provider_id = :account_id ORDER BY position, place_id"
    ),
    "circle": TextStatement(
        "SELECT to_jsonb(t) FROM interest t WHERE account_id = :account_id AND interest "
        "ORDER BY changed_at, provider_id"
    ),
    "blocks": TextStatement(
        "SELECT to_jsonb(t) FROM block t WHERE blocker_id = :account_id AND blocked "
        "ORDER BY changed_at, blocked_id"
    ),
    "reports": TextStatement(
        "SELECT to_jsonb(t) - '{evidence,action}'::text[] FROM report t WHERE reporter_id = :account_id "
        "ORDER BY report_id"
    ),
    "requests": TextStatement(  # with the condition of the index
        "SELECT to_jsonb(t) FROM user_request t WHERE account_id = :account_id AND account_id <> '' "
        "ORDER BY request_id"
    ),
    "hidden_posts": TextStatement(
        "SELECT to_jsonb(t) FROM post_standing t WHERE owner_id = :account_id ORDER BY post_id"
    ),
    "page_views": TextStatement(
        "SELECT to_jsonb(t) FROM page_view t WHERE provider_id = :account_id ORDER BY day"
    ),
    "rating_summary": TextStatement(
        "SELECT to_jsonb(t) FROM rating_summary t WHERE provider_id = :account_id"
    ),
}
"""What was done after a report is known to the staff alone, also to who filed it (product.md 7.3)."""
