"""The services a provider offers."""
