"""Why a backup or a restore is refused or fails."""


class BackupProblem(Exception):
    """The message says in plain words what is wrong and what to do. It holds no secret."""
