"""A route for answers that are asked for again and again, and seldom change."""

from fastapi import Request, Response

from chassis.etags import is_known, weak_etag
from chassis.http.route import Handler, Route


class ValidatedRoute(Route):
    """A GET whose answer carries the ETag of its content; who has it already gets 304 (RFC 9110, section 13).

    The answer is made all the same: it saves what is sent, not the work.
    """

    def get_route_handler(self) -> Handler:
        """The handler of `Route`, with the condition of the request applied to its answer."""
        handler = super().get_route_handler()

        async def validated(request: Request) -> Response:
            response = await handler(request)
            if response.status_code != 200:
                return response
            etag = weak_etag(bytes(response.body))
            if is_known(etag, request.headers.get("if-none-match", "")):
                return Response(status_code=304, headers={"ETag": etag})
            response.headers["ETag"] = etag
            return response

        return validated
