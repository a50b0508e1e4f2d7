"""The part of measured statements that reads a provider's hours (`slots.hot_sql`, `orders.hot_sql`)."""

from typing import Final

HOURS_COLUMNS: Final = (
    "p.timezone AS provider_timezone, h.timezone, h.days::text AS days, h.overrides::text AS overrides, "
    "h.minimum_notice, h.booking_horizon, h.answer_hours, p.away_until::text AS away_until, "
    "h.keep_gaps, h.most_per_day, h.most_per_week"
)
"""What `store.hours_from` reads, of a provider `p` and its row of hours `h`, if there is one."""
