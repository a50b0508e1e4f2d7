"""Writes `generated/`. Run `python -m generate` in this folder, or `make contracts` in the root."""
