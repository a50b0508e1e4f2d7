"""What `openhours backup` and `restore` refuse, each with a plain message, before anything changes."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from openhours.__main__ import main
from openhours.backups.archive import Archive, Stored, open_archive
from openhours.backups.encryption import Keys, make_identity, read_identities, read_recipients
from openhours.backups.erasures import Erasures, keep_erasures, kept_erasures
from openhours.backups.manifest import (
    FORMAT,
    DumpedDatabase,
    Manifest,
    StoredFile,
    id_of,
    manifest_name,
)
from openhours.backups.postgres_tools import FOLDER_VARIABLE, find_tools
from openhours.backups.problems import BackupProblem
from openhours.backups.taking import remove_old
from openhours.parts import SERVICES, variable
from openhours.revisions import head_of

MOMENT = datetime(2026, 3, 1, 2, tzinfo=UTC)
NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"
"""A database whose server does not answer: a refusal that comes earlier never asks it."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for backups; the services' databases cannot be reached."""
    for service in SERVICES:
        monkeypatch.setenv(variable(service, "database_url"), NOWHERE)
        monkeypatch.setenv(variable(service, "media_url"), (tmp_path / "media").as_uri())
    monkeypatch.setenv(variable("booking", "guest_link_key"), "0123456789abcdef")
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def write_backup(
    archive: Archive, *, moment: datetime = MOMENT, revision: str = "", form: int = FORMAT
) -> Manifest:
    """A backup whose dumps are no dumps."""
    backup_id = id_of(moment)
    databases = {
        service: DumpedDatabase(
            dump=StoredFile.of(
                archive.put(
                    io.BytesIO(f"the dump of {service}".encode()), f"backups/{backup_id}/{service}.dump"
                )
            ),
            revision=revision or head_of(service),
            server_version=18,
        )
        for service in SERVICES
    }
    manifest = Manifest(
        format=form,
        id=backup_id,
        moment=moment,
        ended=moment,
        databases=databases,
        media=(),
        encrypted=bool(archive.keys.recipients),
    )
    archive.put(io.BytesIO(manifest.model_dump_json().encode()), manifest_name(backup_id), private=False)
    return manifest


def openhours(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Run the command line; its exit code and what it said."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    return int(ended.value.code or 0), capsys.readouterr().out


def test_another_key_or_none_opens_no_backup(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipient = make_identity(place.parent / "key")
    write_backup(open_archive(str(place), Keys(recipients=read_recipients([recipient]))))
    make_identity(place.parent / "other")
    code, said = openhours(capsys, "restore", str(place), "--identity", str(place.parent / "other"))
    assert code == 1
    assert "it is another key" in said
    code, said = openhours(capsys, "restore", str(place))
    assert code == 1
    assert "name the file with a private key" in said
    # With the right key it gets as far as the databases.
    code, said = openhours(capsys, "restore", str(place), "--identity", str(place.parent / "key"))
    assert code == 1
    assert "its database cannot be reached" in said


@pytest.mark.parametrize("command", ["restore", "verify"])
def test_a_damaged_or_missing_file_is_found(
    place: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    words = ["backup", str(place), "--verify"] if command == "verify" else ["restore", str(place)]
    manifest = write_backup(open_archive(str(place), Keys()))
    dump = place / manifest.databases["feed"].dump.name
    whole = dump.read_bytes()
    dump.write_bytes(whole.replace(b"feed", b"food"))
    code, said = openhours(capsys, *words)
    assert code == 1
    assert "feed.dump is damaged" in said
    dump.unlink()
    code, said = openhours(capsys, *words)
    assert code == 1
    assert "feed.dump is missing" in said


def test_a_backup_of_a_newer_version_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = open_archive(str(place), Keys())
    write_backup(archive, revision="9999")
    code, said = openhours(capsys, "restore", str(place))
    assert code == 1
    assert "of a newer version of Openhours: identity was at revision 9999" in said
    write_backup(archive, moment=MOMENT + timedelta(days=1), form=FORMAT + 1)
    code, said = openhours(capsys, "restore", str(place))
    assert code == 1
    assert f"format {FORMAT + 1}" in said


def test_a_backup_of_a_version_between_two_releases_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_backup(open_archive(str(place), Keys()), revision="0001")
    code, said = openhours(capsys, "restore", str(place))
    assert code == 1
    assert "before 1.0.0, or of a development version: identity was at revision 0001" in said


def test_a_place_without_a_backup_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert openhours(capsys, "restore", str(place)) == (
        1,
        "openhours restore: there is no backup in this place\n",
    )
    code, said = openhours(capsys, "restore", str(place / "nowhere"))
    assert code == 1
    assert "is no folder" in said


def test_tools_that_are_missing_or_older_than_the_server_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(BackupProblem, match="there is no pg_dump in"):
        find_tools(15)
    monkeypatch.delenv(FOLDER_VARIABLE)
    with pytest.raises(BackupProblem, match="PostgreSQL 99 or newer are missing"):
        find_tools(99)


def test_a_set_that_cannot_be_reached_leaves_no_backup(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = openhours(capsys, "backup", str(place))
    assert code == 1
    assert "identity: its database cannot be reached" in said
    assert open_archive(str(place), Keys()).backup_ids() == []


def test_a_key_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "key"
    code, said = openhours(capsys, "backup", str(file), "--make-key")
    assert code == 0
    assert said.startswith("age1")
    assert file.stat().st_mode & 0o777 == 0o600
    written = file.read_text()
    assert openhours(capsys, "backup", str(file), "--make-key")[0] == 1
    assert file.read_text() == written
    assert len(read_identities([file])) == 1


def test_old_backups_go_and_the_newest_stay_whole(place: Path) -> None:
    archive = open_archive(str(place), Keys())
    kept = [write_backup(archive, moment=MOMENT + timedelta(days=day)) for day in range(5)][3:]
    needless = archive.put(io.BytesIO(b"a picture"), "objects/aa/nobody-needs-it")
    assert remove_old(archive, 2) == 3
    assert archive.backup_ids() == [each.id for each in kept]
    assert needless.name not in archive.names("objects")
    for manifest in kept:
        for stored in manifest.files.values():
            with archive.fetched(stored):
                pass


def test_erasures_of_all_days_are_known_and_a_guest_only_by_the_last_time(place: Path) -> None:
    archive = open_archive(str(place), Keys())
    first = Erasures({"a": MOMENT}, {"digest": MOMENT})
    keep_erasures(archive, first, "2026-03-01")
    later = Erasures({"b": MOMENT}, {"digest": MOMENT + timedelta(days=9)})
    keep_erasures(archive, later, "2026-03-10")
    found = kept_erasures(archive)
    assert set(found.accounts) == {"a", "b"}
    assert found.guests_after(MOMENT + timedelta(days=1)) == {"digest"}
    assert found.guests_after(MOMENT + timedelta(days=10)) == set()


def test_a_large_file_is_encrypted_and_read_back_whole(place: Path) -> None:
    recipient = make_identity(place.parent / "key")
    keys = Keys(read_recipients([recipient]), read_identities([place.parent / "key"]))
    archive = open_archive(str(place), keys)
    content = bytes(range(256)) * 20_000
    stored: Stored = archive.put(io.BytesIO(content), "large")
    assert stored.name == "large.age"
    assert content[:1000] not in (place / "large.age").read_bytes()
    assert archive.read_plain(stored) == content
