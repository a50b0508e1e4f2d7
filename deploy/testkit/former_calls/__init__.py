"""Calls that were recorded of a former version with their answers, and their replay against another one.

`python -m drills.record_calls` records them (deploy/README.md).
"""
