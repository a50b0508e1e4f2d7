"""Requests and answers about where a provider's sessions are held."""

from contracts.events.profiles import RemoteKind as RemoteKindData
from contracts.rules import RemoteKind, RemoteLink, RemoteServer
from pydantic import BaseModel


class RemoteMeetings(BaseModel):
    """How the links of remote sessions come about. What does not belong to the kind is not kept."""

    iv_remote_kind: RemoteKind = ""
    iv_remote_link: RemoteLink = ""
    iv_remote_server: RemoteServer = ""


class VenueSettings(BaseModel):
    """Where the caller's sessions are held. `default_server` is '' where the deployment offers none."""

    remote_kind: RemoteKindData
    remote_link: str
    remote_server: str
    default_server: str


class VenueAnswer(BaseModel):
    """The settings as they now are."""

    venue_settings: VenueSettings
