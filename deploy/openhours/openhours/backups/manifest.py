"""What a backup says of itself."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from openhours.backups.archive import MANIFEST, Archive, Stored
from openhours.backups.problems import BackupProblem

FORMAT: Final = 1
"""Raised when an older `openhours restore` could not bring a backup back rightly."""


class StoredFile(BaseModel):
    """`archive.Stored` in the manifest."""

    model_config = ConfigDict(frozen=True)

    name: str
    size: int
    sha256: str

    @property
    def stored(self) -> Stored:
        """The file as the archive knows it."""
        return Stored(self.name, self.size, self.sha256)

    @classmethod
    def of(cls, stored: Stored) -> Self:
        """The same file for the manifest."""
        return cls(name=stored.name, size=stored.size, sha256=stored.sha256)


class DumpedDatabase(BaseModel):
    """The database of one service."""

    model_config = ConfigDict(frozen=True)

    dump: StoredFile
    revision: str
    """Of its schema."""
    server_version: int
    closed_functions: tuple[str, ...] = ()
    """Functions that not everybody may call."""


class CopiedMedia(BaseModel):
    """The pictures of one store, which one or several services use."""

    model_config = ConfigDict(frozen=True)

    services: tuple[str, ...]
    listed: StoredFile
    objects: int
    bytes: int
    added: int
    """How many of the objects no earlier backup had."""


class Manifest(BaseModel):
    """Of one backup."""

    model_config = ConfigDict(frozen=True)

    format: int
    id: str
    moment: AwareDatetime
    """What was answered before it is in the backup."""
    ended: AwareDatetime
    databases: dict[str, DumpedDatabase]
    media: tuple[CopiedMedia, ...]
    encrypted: bool

    @property
    def files(self) -> Mapping[str, Stored]:
        """Every file but the objects, by what it is."""
        found = {f"the dump of {service}": each.dump.stored for service, each in self.databases.items()}
        return {
            **found,
            **{f"the pictures of {'-'.join(each.services)}": each.listed.stored for each in self.media},
        }


def manifest_name(backup_id: str) -> str:
    """The manifest's name in the archive."""
    return f"backups/{backup_id}/{MANIFEST}"


def id_of(moment: datetime) -> str:
    """The id of a backup of this moment: ids sort as the moments do."""
    return moment.strftime("%Y-%m-%dT%H-%M-%S-%fZ")


def read_manifest(archive: Archive, backup_id: str | None) -> Manifest:
    """The manifest of this backup, or of the newest. Raises BackupProblem."""
    known = archive.backup_ids()
    if not known:
        raise BackupProblem("there is no backup in this place")
    if backup_id is not None and backup_id not in known:
        raise BackupProblem(f"there is no backup {backup_id}; there are: {', '.join(known[-5:])}")
    content = archive.read(manifest_name(backup_id or known[-1]))
    try:
        found = Manifest.model_validate_json(content)
    except ValidationError as error:
        raise BackupProblem("the manifest is damaged, or of another version") from error
    if found.format > FORMAT:
        raise BackupProblem(
            f"the backup was written by a newer version of Openhours (format {found.format}, and {FORMAT}"
            " is the newest known here): restore it with that version"
        )
    return found
