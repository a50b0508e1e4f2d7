"""A booking as one of its two sides sees it (product.md 4.16)."""

from typing import Final

from pydantic import BaseModel, ConfigDict

ANONYMOUS: Final = "Deleted account"
"""The name of an erased person in the bookings and events of others."""


class BookingData(BaseModel):
    """One row of a booking list. `name`, `username`, `email` and `avatar` are the other side's; a client sees
    the provider's `email` once they have accepted, and an address in person as the provider allows it.

    Instants are ISO 8601 UTC with `Z`, durations are minutes. `total_cost` is an amount in whole units of
    `total_currency`, with decimals. `services`, `session_time` and `proposed_session_time` are JSON lists in
    a string; the last one holds the time that `proposed_by` (provider, client, '' for nobody) proposes.
    `due_position` (from 1) and the times beside it are of the session that matters now: the ongoing one,
    else the next upcoming one, else the last.
    `answer_by` is when a pending request ends by itself unless it is answered; '' for all others.
    `remote_link` is the link that a remote request gets if its provider accepts without another one; only the
    provider sees it, while the request waits for an answer.
    `place_name` and `place_note` are those of the provider's place, as they were when it was chosen; '' where
    none was. The note is shown to whom the address is.
    `completes_at` is when an accepted or ongoing one completes by itself, `rate_by` until when its client can
    rate a completed one; '' for all others.
    `cancellation_terms` is a JSON list in a string of what the order keeps of its services' terms:
    {free_hours, late, words}. `cancelled_by`, `cancel_reason`, `cancelled_late` and `late_words` say how it
    was cancelled.
    `no_shows` is a JSON list in a string of the sessions to which one side did not come; `no_show` is that
    side where the order did not take place for it, '' for all others.
    `rating` and `feedback` are the client's, `client_rating` and `client_feedback` the provider's. What the
    other side has said is left out until `ratings_shown_at` at the latest, while it is `hidden_rating_by`
    (client, provider, '' for nobody). A provider can rate the client until `rate_client_by`. What the staff
    took down is seen by its author alone, as `rating_removed` or `client_rating_removed`.
    The pay statuses are what the client's screen said; Openhours moves no money.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    order_id: str
    provider_id: str
    owner_id: str
    user_category: str
    name: str
    email: str
    guest_name: str
    guest_email: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the wire name
    brief: str
    services: str
    request_status: str
    complete_status: str
    rating: int | None = None
    feedback: str
    rating_status: str
    created_date: str
    provider_start_time: str
    provider_end_time: str
    client_start_time: str
    client_end_time: str
    duration: int
    total_cost: float
    total_currency: str
    total_duration: int
    delivery_mode: str
    delivery_location: str
    remote_link: str = ""
    place_id: str = ""
    place_name: str = ""
    place_note: str = ""
    contact_phone: str = ""
    """To the client: the provider's telephone number as one dials it, where the provider shows it."""
    at_client: bool = False
    """Whether it is held at the client's own address, which its two sides alone see."""
    has_answers: bool = False
    """Whether the client was asked something when booking; get_order_answers has it."""
    awaits_client: bool = False
    """Whether the provider entered it and its client has not agreed yet (product.md 4.25)."""
    session_time: str
    proposed_session_time: str = "[]"
    proposed_by: str = ""
    proposed_note: str = ""
    due_position: int = 1
    due_start_time: str = ""
    due_end_time: str = ""
    answer_by: str = ""
    completes_at: str = ""
    rate_by: str = ""
    cancellation_terms: str = "[]"
    cancelled_by: str = ""
    cancel_reason: str = ""
    cancelled_late: bool = False
    late_words: str = ""
    no_shows: str = "[]"
    no_show: str = ""
    client_rating: int | None = None
    client_feedback: str = ""
    rate_client_by: str = ""
    hidden_rating_by: str = ""
    ratings_shown_at: str = ""
    rating_answer: str = ""
    rating_removed: bool = False
    client_rating_removed: bool = False
    multiple_clients: bool = False
    client_pay_status: str = "unpaid"
    provider_pay_status: str = "unpaid"
    revision: int = 0
