"""Pictures of accounts."""
