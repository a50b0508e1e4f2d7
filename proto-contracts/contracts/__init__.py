"""What Openhours' services agree on: events, shapes, rules and reference data. Imports nothing of ours."""
