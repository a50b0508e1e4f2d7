"""The slot engine: which times a provider offers, less what is past or busy."""
