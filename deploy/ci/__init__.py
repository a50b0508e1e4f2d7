"""What `make test` runs: stages, set-up and lock files."""
