"""The table of links by which guests are given their data."""

from typing import Final

from chassis.key_grants import KeyGrantColumns, KeyGrants

from notifications.declarative import Model


class GuestDataGrantRow(KeyGrantColumns, Model):
    """A key to the data of a guest, as booking's event tells it (product.md 4.6)."""

    __tablename__ = "guest_data_grant"


GRANTS: Final = KeyGrants(GuestDataGrantRow)
