"""Measured SQL of a provider's page: everything it shows, in one statement."""

from typing import Final

from chassis.db import TextStatement

ACCOUNT_DATA: Final = TextStatement(
    """
    SELECT me.account_id AS owner_id, coalesce(a.name, '') AS name, coalesce(a.username, '') AS username,
           coalesce(a.email, '') AS email, coalesce(a.verified, false) AS verified,
           coalesce(p.avatar, '') AS avatar,
           coalesce(p.bio, '') AS bio, coalesce(p.expertise, '') AS expertise,
           coalesce(p.skills, '{}') AS skills, coalesce(p.languages, '{}') AS languages,
           coalesce(p.policy_perks, '{}') AS policy_perks, coalesce(p.category, '') AS category,
           coalesce(p.contact_phone, '') AS contact_phone, coalesce(p.country, '') AS country,
           coalesce(p.phone_shown_to, 'booked') AS phone_shown_to,
           coalesce(p.street_shown_to, 'booked') AS street_shown_to,
           EXISTS (SELECT FROM appointment b WHERE b.provider_id = me.account_id
               AND b.client_id = :viewer_id AND b.client_id <> ''
               AND b.status IN ('accepted', 'ongoing', 'completed')) AS booked,
           coalesce(p.city, '') AS city, coalesce(p.currency, '') AS currency,
           coalesce(p.location_address, '') AS location_address,
           coalesce(p.delivery_mode, '') AS delivery_mode, coalesce(p.timezone, 'UTC') AS timezone,
           coalesce((SELECT json_agg(json_build_object('place_id', pl.place_id, 'name', pl.name,
               'street', pl.street, 'postcode', pl.postcode, 'city', pl.city, 'country', pl.country,
               'note', pl.note)
               ORDER BY pl.position, pl.place_id)
             FROM place pl WHERE pl.provider_id = me.account_id AND NOT pl.archived), '[]') AS places,
           EXISTS (SELECT FROM venue_settings v WHERE v.account_id = me.account_id AND v.remote_kind <> '')
             AS has_meeting_link,
           p.completed_at IS NOT NULL AS completed, coalesce(p.manually_verified, false) AS manually_verified,
           coalesce(away.now, false) AS away,
           CASE WHEN away.now THEN coalesce(p.away_until::text, '') ELSE '' END AS away_until,
           CASE WHEN away.now THEN p.away_message ELSE '' END AS away_message,
           (SELECT count(*) FROM interest i WHERE i.provider_id = me.account_id AND i.trusted) AS trusted_by,
           coalesce(r.average, 0)::float8 AS average, coalesce(r.reviews, 0) AS reviews,
           a.suspended_at IS NOT NULL AND me.account_id <> :viewer_id
               OR EXISTS (SELECT FROM block b WHERE b.blocked
                   AND ((b.blocker_id = CAST(:viewer_id AS text) AND b.blocked_id = me.account_id)
                     OR (b.blocker_id = me.account_id AND b.blocked_id = :viewer_id))) AS hidden
    FROM (SELECT CAST(:account_id AS text) AS account_id) me
    LEFT JOIN account a ON a.account_id = me.account_id
    LEFT JOIN profile p ON p.account_id = me.account_id
    LEFT JOIN LATERAL (SELECT p.away AND coalesce(p.away_ends_at > now(), true) AS now) away ON true
    LEFT JOIN rating_summary r ON r.provider_id = me.account_id
    WHERE NOT coalesce(a.deleted, me.account_id <> :viewer_id)
    """
)
