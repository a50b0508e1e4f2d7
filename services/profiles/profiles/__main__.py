"""`python -m profiles`: what every service does, and `make-renditions`, `staff-log` and `archive`."""

from chassis.cli import main

import profiles
from profiles.app import DATABASE_SETTINGS, create_app
from profiles.audit_log.command import COMMAND as STAFF_LOG
from profiles.avatar.missing_renditions import COMMAND as MAKE_RENDITIONS
from profiles.report_archive.command import COMMAND as ARCHIVE
from profiles.settings import ProfilesSettings

main(
    create_app,
    ProfilesSettings,
    profiles.__file__,
    own=[MAKE_RENDITIONS, STAFF_LOG, ARCHIVE],
    database_settings=DATABASE_SETTINGS,
)
