"""Callers whose mail address is confirmed (product.md 1.5)."""

from typing import Annotated

from chassis.confirmed_accounts import confirmed_caller, confirmed_or_guest, confirmed_or_no_account
from chassis.http.callers import Principal
from fastapi import Depends

from booking.projections.store import is_confirmed

ConfirmedAccount = Annotated[Principal, Depends(confirmed_caller(is_confirmed))]
"""The holder of an account with a confirmed mail address. Comes before `Writing` among the parameters."""
ConfirmedOrNoAccount = Annotated[Principal | None, Depends(confirmed_or_no_account(is_confirmed))]
"""Any caller, None without a token; of the accounts only those with a confirmed mail address."""
ConfirmedOrGuest = Annotated[Principal, Depends(confirmed_or_guest(is_confirmed))]
"""The holder of a guest's token, or of an account with a confirmed mail address."""
