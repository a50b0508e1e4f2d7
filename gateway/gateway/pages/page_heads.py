"""Gives each page that the gateway serves its head and its status.

A page never fails because of its head: when a service is away or slow, or the client asks too often, the page
comes with a plain head. Only an answer that says so makes it 404 or 410.
"""

from dataclasses import dataclass

import structlog
from starlette.types import Scope

from gateway.pages.addresses import PageAddress, read_address
from gateway.pages.describing import Describer
from gateway.pages.head import PageHead
from gateway.pages.languages import language_of, named_language
from gateway.pages.public_answers import FOUND, PublicAnswers, ServiceAway
from gateway.pages.public_calls import Fetch
from gateway.settings import GatewaySettings

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class HeadedPage:
    """The head of a page, and its status: 200, 404 for one that never was, 410 for one that is gone."""

    head: PageHead
    status: int


class PageHeads:
    """Describes pages from what guests may see."""

    def __init__(self, settings: GatewaySettings, answers: PublicAnswers) -> None:
        self._site = settings.public_url.rstrip("/")
        self._answers = answers

    async def of(self, scope: Scope, status: int, fetch: Fetch) -> HeadedPage:
        """The head for a request; `status` is that of the page by its address alone (product.md 2.1).

        `fetch` makes the public call of the page. A visitor who asks too often is refused it.
        """
        describer = Describer(self._site, language_of(scope), named_language(scope["query_string"]))
        if status != FOUND:
            return HeadedPage(describer.unlisted(), status)
        address = read_address(scope["path"], scope["query_string"])
        try:
            return await self._described(describer, address, fetch)
        except ServiceAway:
            return HeadedPage(describer.unknown(), FOUND)
        except (KeyError, TypeError, ValueError) as error:
            # A service of another version may answer otherwise; its page is worth more than its head.
            log.warning("page cannot be described", kind=address.kind, reason=repr(error))
            return HeadedPage(describer.unknown(), FOUND)

    async def _described(self, describer: Describer, address: PageAddress, fetch: Fetch) -> HeadedPage:
        found = await self._answers.of_page(address, fetch)
        if found.status == FOUND:
            return HeadedPage(describer.page(address, found.data), FOUND)
        if address.opened_over:
            return HeadedPage(describer.page(PageAddress("feed", narrowed=True), {}), FOUND)
        return HeadedPage(describer.unlisted(), found.status)
