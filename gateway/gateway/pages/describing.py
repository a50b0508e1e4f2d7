"""Says what a page is, from its address and the public answer that it shows."""

from typing import Any, Final

from contracts.share_cards import post_card_path, provider_card_path

from gateway.pages import structured_data, texts
from gateway.pages.addresses import CANONICAL_PATHS, PageAddress, post_path, provider_path
from gateway.pages.head import PageHead

BRAND_CARD: Final = "/share-card.jpg"
"""The card of a page without a picture of its own; a file of the web bundle."""


class Describer:
    """Describes the pages of one site, in one language."""

    def __init__(self, site: str, language: str, named_language: str | None) -> None:
        self._site = site
        self._language = language
        self._named = named_language

    def unlisted(self) -> PageHead:
        """A page that is not there, or not for search engines."""
        return self._plain(listed=False)

    def unknown(self) -> PageHead:
        """A page whose service gives no answer now. It may stay listed in search engines."""
        return self._plain(listed=True)

    def _plain(self, *, listed: bool) -> PageHead:
        text = texts.page_text("start", self._language)
        return PageHead(self._language, "", text, canonical="", listed=listed)

    def page(self, address: PageAddress, data: dict[str, Any]) -> PageHead:
        """The page at `address`, which shows `data` of a provider or a post."""
        if address.kind == "provider":
            return self._provider(data)
        if address.kind == "post":
            return self._post(data)
        if address.kind == "private":
            return self.unlisted()
        return self._own_page(address)

    def _own_page(self, address: PageAddress) -> PageHead:
        name = texts.page_name(address.kind, self._language)
        text = texts.page_text(address.kind, self._language)
        canonical = self._site + CANONICAL_PATHS[address.kind]
        nodes = (
            structured_data.website(self._site, self._language, text)
            if address.kind == "start"
            else [self._way((name, canonical))]
        )
        return PageHead(
            self._language,
            name,
            text,
            canonical,
            listed=not address.narrowed,
            named_language=self._named,
            image=self._site + BRAND_CARD,
            nodes=nodes,
        )

    def _provider(self, data: dict[str, Any]) -> PageHead:
        account = data["account_data"]
        name = texts.provider_name(account)
        url = self._site + provider_path(account["username"] or account["name"])
        if not account["onboardProfile"]:
            return PageHead(
                self._language, name, texts.page_text("start", self._language), canonical="", listed=False
            )
        image = self._site + provider_card_path(account, data["rating_summary"])
        search = (texts.page_name("search", self._language), f"{self._site}/search")
        nodes = [*structured_data.provider(self._site, data, image), self._way(search, (name, url))]
        return PageHead(
            self._language,
            name,
            texts.provider_text(account, self._language),
            url,
            listed=True,
            named_language=self._named,
            kind="profile",
            image=image,
            nodes=nodes,
            embeddable=self._site,
        )

    def _post(self, data: dict[str, Any]) -> PageHead:
        name = texts.post_name(data)
        url = self._site + post_path(data["original_post_id"] or data["post_id"])
        feed = (texts.page_name("feed", self._language), f"{self._site}/feed")
        return PageHead(
            self._language,
            name,
            texts.shortened(data["post_brief"], texts.LONGEST_DESCRIPTION),
            url,
            listed=True,
            named_language=self._named,
            kind="article",
            image=self._site + post_card_path(data),
            nodes=[*structured_data.post(self._site, data), self._way(feed, (name, url))],
            embeddable=self._site,
        )

    def _way(self, *steps: tuple[str, str]) -> structured_data.JsonLd:
        return structured_data.breadcrumbs([(texts.SITE, f"{self._site}/"), *steps])
