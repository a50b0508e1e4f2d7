"""Measured SQL of a circle: everything that one look at a provider asks for, in one statement."""

from typing import Final

from chassis.db import TextStatement

TRUST_STATUS: Final = TextStatement(
    """
    SELECT EXISTS (SELECT FROM interest i WHERE i.account_id = :account_id
               AND i.provider_id = p.account_id AND i.trusted) AS trusted
    FROM profile p
    WHERE p.account_id = :provider_id AND p.completed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM account a WHERE a.account_id = p.account_id
               AND (a.deleted OR a.suspended_at IS NOT NULL))
      AND NOT EXISTS (SELECT FROM block b WHERE b.blocked
               AND ((b.blocker_id = :account_id AND b.blocked_id = p.account_id)
                 OR (b.blocker_id = p.account_id AND b.blocked_id = :account_id)))
    """
)
"""Nothing for no provider, for a suspended or deleted one, and for one behind a block in either direction."""
