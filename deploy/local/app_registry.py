"""Builds the application of a service or the gateway by its name."""

from importlib import import_module
from typing import Protocol, cast

from chassis.app import Wiring
from chassis.settings import ServiceSettings
from fastapi import FastAPI


class CreateApp(Protocol):
    """`<part>.app.create_app`."""

    def __call__(self, settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
        """The application; nothing connects before its lifespan is entered."""
        ...


def settings_type(part: str) -> type[ServiceSettings]:
    """`<part>.settings.<Part>Settings`."""
    return cast(
        type[ServiceSettings], getattr(import_module(f"{part}.settings"), f"{part.capitalize()}Settings")
    )


def build_app(part: str, settings: dict[str, object], wiring: Wiring) -> FastAPI:
    """Build the application of one part with these settings."""
    create_app = cast(CreateApp, import_module(f"{part}.app").create_app)
    # Each part's settings check their own values; here they are only passed on, to a class that the type
    # checker cannot know: it is chosen by name.
    return create_app(settings_type(part)(**settings), wiring)  # pyright: ignore[reportArgumentType]
