"""A route for answers that clients ask for often and that seldom change."""

from fastapi import Request, Response

from chassis.etags import is_known, weak_etag
from chassis.http.read_plan import Handler
from chassis.http.route import Route


class ValidatedRoute(Route):
    """A GET route. Its answer carries an ETag; a client that has the answer gets 304 (RFC 9110, section 13).

    The service still builds the whole answer: only its transfer is saved.
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
