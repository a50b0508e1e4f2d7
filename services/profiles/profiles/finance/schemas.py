"""Requests and answers about how a provider wants to be paid."""

from typing import Annotated, Literal

from contracts.rules import Currency, DistinctEntries, EntryCount, JsonList, PaymentNote, Text
from contracts.rules.checks import OneOf, Required
from contracts.rules.options import PAYMENT_METHODS
from pydantic import BaseModel, Field

FeePolicy = Literal["negotiable", "non-negotiable"]
PaymentMethods = Annotated[
    JsonList[Annotated[str, Text(Required(), OneOf(PAYMENT_METHODS))]], DistinctEntries, EntryCount(0, 10)
]


class FinanceUpdate(BaseModel):
    """The finance settings form. The currency is the profile's preferred one."""

    iv_currency: Currency
    iv_fee_policy: FeePolicy = "non-negotiable"
    iv_payment_methods: PaymentMethods = Field(default_factory=list[str])
    iv_payment_note: PaymentNote = ""


class FinanceSettings(BaseModel):
    """How a provider wants to be paid; `payment_methods` is a JSON list in a string."""

    currency: str
    fee_policy: FeePolicy
    payment_methods: str
    payment_note: str


class FinanceAnswer(BaseModel):
    """The settings as they now are."""

    finance_settings: FinanceSettings
