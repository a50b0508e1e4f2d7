"""Callers whose mail address is confirmed (product.md 1.5)."""

from typing import Annotated

from chassis.confirmed_accounts import confirmed_caller
from chassis.http.callers import Principal
from fastapi import Depends

from notifications.projections.store import is_confirmed

ConfirmedAccount = Annotated[Principal, Depends(confirmed_caller(is_confirmed))]
"""The holder of an account with a confirmed mail address. Comes before `Writing` among the parameters."""
