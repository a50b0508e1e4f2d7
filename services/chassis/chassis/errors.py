"""What can go wrong, as classes with an HTTP status (api.md 1). Turned into answers in `envelope`."""


class Problem(Exception):
    """A request that ends in `status: false`. `fields` maps iv_ names to messages beside the field."""

    http_status: int = 500

    def __init__(
        self, main_msg: str, *, fields: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(main_msg)
        self.main_msg = main_msg
        self.fields = fields or {}
        self.headers = headers or {}


class RuleViolation(Exception):
    """A rule of the product refuses what was asked. Raised by `rules.py`, which knows nothing of HTTP.

    `message` is what the screen says, `fields` maps iv_ names to messages beside the field. The envelope
    answers it like `Refused`: HTTP 200 with `status: false`.
    """

    def __init__(self, message: str, **fields: str) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields


class Refused(Problem):
    """Handled, and refused by validation or a rule that the user can mend."""

    http_status = 200


class Unauthenticated(Problem):
    """No token, a malformed one, or one whose signature does not hold."""

    http_status = 401

    def __init__(self, main_msg: str = "Sign in to continue.") -> None:
        super().__init__(main_msg, headers={"WWW-Authenticate": "Bearer"})


class LoginOver(Problem):
    """The login is over: expired, signed out, or its account deleted. Nothing else answers 422."""

    http_status = 422

    def __init__(self, main_msg: str = "Your login has ended. Please sign in again.") -> None:
        super().__init__(main_msg)


class Forbidden(Problem):
    """Signed in, but this role or owner may not."""

    http_status = 403


class NotFound(Problem):
    """An unknown endpoint, or an id that does not exist or that this caller may not know of."""

    http_status = 404

    def __init__(self, main_msg: str = "There is nothing here.") -> None:
        super().__init__(main_msg)


class TooLarge(Problem):
    """The body is larger than this call takes."""

    http_status = 413


class UnsupportedMedia(Problem):
    """Not JSON, or not an image."""

    http_status = 415


class TooMany(Problem):
    """A rate limit; `retry_after` is in seconds."""

    http_status = 429

    def __init__(self, main_msg: str, *, retry_after: int) -> None:
        super().__init__(main_msg, headers={"Retry-After": str(retry_after)})


class Unavailable(Problem):
    """A part this call needs is down or too busy."""

    http_status = 503

    def __init__(self, main_msg: str = "Temporary server issue") -> None:
        super().__init__(main_msg, headers={"Retry-After": "1"})
