"""Files of clients on the wire."""

from chassis.db import Record

from booking.client_files.schemas import ClientFile


def file_data(row: Record) -> ClientFile:
    """A row of `store.files_of_client`."""
    return ClientFile.model_validate({**dict(row), "path": f"/api/get_client_file/{row['file_id']}"})
