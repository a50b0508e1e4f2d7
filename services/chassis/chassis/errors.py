"""Errors as classes with an HTTP status (api.md 1). `envelope` turns them into responses."""

from typing import Final, Literal, Protocol

CHECK_FIELDS: Final = "Please check the marked fields."
"""The message of a refusal that only concerns fields."""


STEP_UP_DUE: Final = "Please confirm that it is you."

Refusal = Literal[
    "no_token", "bad_token", "bad_link", "other_browser", "replaced_token", "login_over", "wrong_kind",
    "not_allowed", "not_staff", "one_factor", "step_up_due", "wrong_factor", "unconfirmed", "not_yours",
]  # fmt: skip
"""Why somebody had no right to what they asked for: a label of the log and the metrics."""


class KnownCaller(Protocol):
    """Somebody whose token or challenge says who they are."""

    @property
    def kind(self) -> str:
        """account or guest."""
        ...

    @property
    def id(self) -> str:
        """Of the account or the guest."""
        ...


class Problem(Exception):
    """A request that ends in `status: false`. `fields` maps iv_ names to messages for each field."""

    http_status: int = 500
    refusal: Refusal | None = None
    """Why the caller had no right to it; None when it was no matter of rights."""
    caller: KnownCaller | None = None
    """Who was refused, where the request's token does not say it."""

    def __init__(
        self,
        main_msg: str,
        *,
        fields: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(main_msg)
        self.main_msg = main_msg
        self.fields = fields or {}
        self.headers = headers or {}
        self.refusal = refusal or self.refusal


class RuleViolation(Exception):
    """A rule of the product refuses the request. Raised by `rules.py`, which knows nothing of HTTP.

    `message` is shown to the user, `fields` maps iv_ names to messages for each field. The envelope
    answers it like `Refused`: HTTP 200 with `status: false`.
    """

    refusal: Refusal | None = None

    def __init__(self, message: str, **fields: str) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields


class Refused(Problem):
    """Refused by validation or by a rule; the user can correct the request."""

    http_status = 200


class Unauthenticated(Problem):
    """No token, a malformed one, or one whose signature is invalid."""

    http_status = 401

    def __init__(self, main_msg: str = "Sign in to continue.", *, refusal: Refusal | None = None) -> None:
        super().__init__(main_msg, headers={"WWW-Authenticate": "Bearer"}, refusal=refusal)


class LoginOver(Problem):
    """The login has ended: expired, signed out, or its account deleted. No other error answers 422."""

    http_status = 422
    refusal = "login_over"

    def __init__(
        self,
        main_msg: str = "Your login has ended. Please sign in again.",
        *,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(main_msg, refusal=refusal)


class Forbidden(Problem):
    """Signed in, but without the required role or ownership."""

    http_status = 403
    refusal = "not_allowed"


class NotFound(Problem):
    """An unknown endpoint, or an id that does not exist or must stay hidden from this caller."""

    http_status = 404

    def __init__(self, main_msg: str = "There is nothing here.", *, refusal: Refusal | None = None) -> None:
        super().__init__(main_msg, refusal=refusal)


class TooLarge(Problem):
    """The body is larger than this endpoint accepts."""

    http_status = 413


class UnsupportedMedia(Problem):
    """Not JSON, or not an image."""

    http_status = 415


class TooMany(Problem):
    """A rate limit is reached; `retry_after` is in seconds."""

    http_status = 429

    def __init__(self, main_msg: str, *, retry_after: int) -> None:
        super().__init__(main_msg, headers={"Retry-After": str(retry_after)})


class StepUpDue(Refused):
    """The caller has to show once more that they are the account's owner (api.md 2, RFC 9470)."""

    refusal = "step_up_due"

    def __init__(self) -> None:
        super().__init__(STEP_UP_DUE, fields={"iv_step_up": STEP_UP_DUE})


class Unavailable(Problem):
    """A service that this call needs is down or too busy."""

    http_status = 503

    def __init__(self, main_msg: str = "Temporary server issue", *, retry_after: int = 1) -> None:
        super().__init__(main_msg, headers={"Retry-After": str(retry_after)})
