"""Live updates over Socket.IO (api.md 7): rooms, events, and protection against misuse."""
