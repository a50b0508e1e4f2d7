"""Finding providers."""
