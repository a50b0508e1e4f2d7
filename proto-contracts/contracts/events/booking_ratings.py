"""Events of booking: ratings of both sides."""

from typing import ClassVar, Literal

from contracts.event import Event, Instant, register
from contracts.events.booking import OrderFacts


@register
class RatingRequested(Event):
    """The provider asked the client to rate a session that took place."""

    key: ClassVar[str] = "booking.rating.requested"

    order: OrderFacts
    feedback: str

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class RatingGiven(Event):
    """What the client said of a session is shown from now on. Carries the provider's new rating summary."""

    key: ClassVar[str] = "booking.rating.given"

    order: OrderFacts
    rating: int
    feedback: str
    trusted: bool
    average: float
    reviews: int
    revision: int

    @property
    def aggregate(self) -> str:
        return f"rating:{self.order.provider_id}"


@register
class RatingWaits(Event):
    """One side rated an appointment. The other side sees it once it has rated too, or at `until`."""

    key: ClassVar[str] = "booking.rating.waits"

    order: OrderFacts
    by: Literal["client", "provider"]
    until: Instant

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class ClientRatingGiven(Event):
    """What the provider said of the client of an appointment is shown to them from now on."""

    key: ClassVar[str] = "booking.client_rating.given"

    order: OrderFacts
    rating: int
    feedback: str

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class RatingAnswered(Event):
    """The provider answered the client's rating of an appointment."""

    key: ClassVar[str] = "booking.rating.answered"

    order: OrderFacts
    answer: str

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class RatingSummaryChanged(Event):
    """The staff took a rating down or restored it: the provider's summary without it, or with it again."""

    key: ClassVar[str] = "booking.rating_summary.changed"

    provider_id: str
    average: float
    reviews: int
    revision: int

    @property
    def aggregate(self) -> str:
        return f"rating:{self.provider_id}"
