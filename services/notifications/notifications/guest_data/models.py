"""The table of links by which guests are given their data."""

from typing import Final

from chassis.guest_data_grants import GrantColumns, GuestDataGrants

from notifications.declarative import Model


class GuestDataGrantRow(GrantColumns, Model):
    """A row of `guest_data_grant`."""


GRANTS: Final = GuestDataGrants(GuestDataGrantRow)
