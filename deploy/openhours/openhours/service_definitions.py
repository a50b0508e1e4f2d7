"""The definitions of the services, for commands that need what one declares."""

from importlib import import_module
from typing import Protocol, cast

from chassis.app import ServiceDefinition
from chassis.settings import ServiceSettings
from fastapi import FastAPI

from openhours.parts import WrongSettings, settings_of


class CreateApp(Protocol):
    """`<service>.app.create_app`."""

    def __call__(self, settings: ServiceSettings) -> FastAPI:
        """The application; nothing connects before its lifespan is entered."""
        ...


def definition_of(service: str) -> ServiceDefinition:
    """What `service` declares. Raises WrongSettings, also for a key that cannot be read."""
    settings = settings_of(service)
    create_app = cast(CreateApp, import_module(f"{service}.app").create_app)
    try:
        return create_app(settings).state.service
    except (LookupError, OSError, ValueError) as error:
        raise WrongSettings(f"{service}: {error}") from error
