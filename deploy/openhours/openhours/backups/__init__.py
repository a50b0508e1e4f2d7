"""`openhours backup` and `openhours restore` (deploy/backup.md says how they work and why)."""
