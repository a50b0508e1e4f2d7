"""The settings of every part, as one set of variables.

A part's own settings classes read them. `OPENHOURS_<PART>_<SETTING>` is the setting of one part, for example
`OPENHOURS_BOOKING_DATABASE_URL`; `<SETTING>` is that of all, for example `RABBITMQ_URL`, unless it is one
that no two parts share. `--env-file` names a file with such lines; `--data-dir` the folder of a set on this
machine, which has written such a file. What a file says goes before the environment.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Final, TypeVar, cast

from chassis.settings import ServiceSettings
from dotenv import dotenv_values
from pydantic import ValidationError
from pydantic_settings import EnvSettingsSource

S = TypeVar("S", bound=ServiceSettings)

SERVICES: Final = ("identity", "profiles", "feed", "booking", "notifications")
PARTS: Final = (*SERVICES, "gateway")
SET_FILE: Final = "openhours.env"
"""The file that a set on this machine writes into its folder (`local.layout`)."""
NOT_SHARED: Final = (
    *("database_url", "migration_database_url", "sealing_key", "sealing_key_path", "sealing_key_create"),
    *("host", "port", "operations_port"),
)
"""Settings of which each part has its own: `DATABASE_URL` in the environment is nobody's here."""


class WrongSettings(Exception):
    """A setting is missing or wrong, a file cannot be read, or arguments do not go together.

    Nothing was done. The message says what it is, and never the value of a setting.
    """


def read_file(path: Path) -> None:
    """Let the variables in `path` go before those of the environment. Raises WrongSettings."""
    try:
        with path.open() as lines:
            found = dotenv_values(stream=lines, interpolate=False)
    except OSError as error:
        raise WrongSettings(f"{path}: {error.strerror}") from error
    os.environ.update({name: value for name, value in found.items() if value is not None})


def read_data_dir(folder: Path) -> None:
    """Let the variables of that set go before those of the environment. Raises WrongSettings."""
    path = folder / SET_FILE
    if not path.exists():
        raise WrongSettings(f"{path} does not exist: `make run` or `make services` writes it when it starts.")
    read_file(path)


def variable(part: str, name: str) -> str:
    """The variable that holds the setting `name` of `part` alone."""
    return f"OPENHOURS_{part}_{name}".upper()


def settings_type(part: str) -> type[ServiceSettings]:
    """`<part>.settings.<Part>Settings`."""
    found = getattr(import_module(f"{part}.settings"), f"{part.capitalize()}Settings")
    return cast(type[ServiceSettings], found)


def settings_of(part: str) -> ServiceSettings:
    """The settings of `part`. Raises WrongSettings."""
    return read_settings(part, settings_type(part))


def read_settings(part: str, kind: type[S]) -> S:
    """The settings of `part`, whose class is `kind`. Raises WrongSettings."""
    missing = [] if part == "gateway" else [variable(part, "database_url")]
    if not all(os.environ.get(name) for name in missing):
        raise WrongSettings(f"{', '.join(missing)} is not set; `openhours --help` says where it may stand.")
    own = EnvSettingsSource(kind, env_prefix=variable(part, ""))()
    defaults = {name: field.get_default() for name, field in kind.model_fields.items() if name in NOT_SHARED}
    try:
        return kind(**{**defaults, **own})
    except ValidationError as error:
        raise WrongSettings(f"{part}: {'; '.join(_said(error))}") from error


def _said(error: ValidationError) -> list[str]:
    """What is wrong, without the values, which may be secrets."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    return [f"{'.'.join(map(str, each['loc'])).upper()} {each['msg']}".strip() for each in problems]


def chosen_services(named: list[str]) -> list[str]:
    """The services named on the command line, in the order of `SERVICES`; all when none is named."""
    return [service for service in SERVICES if not named or service in named]
