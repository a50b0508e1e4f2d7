"""Answers about public pages, for the gateway."""

from contracts.event import Instant
from pydantic import BaseModel


class PageStanding(BaseModel):
    """Whether a page was there once and is no more."""

    gone: bool


class SitemapSize(BaseModel):
    """How many pages the sitemap has."""

    pages: int


class SitemapEntry(BaseModel):
    """A provider with a public page, and when what it shows last changed."""

    username: str
    changed_at: Instant


class SitemapPage(BaseModel):
    """One page of the sitemap."""

    entries: list[SitemapEntry]
