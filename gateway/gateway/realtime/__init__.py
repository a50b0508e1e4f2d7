"""Live updates over Socket.IO (api.md section 7): rooms, events, and protection against misuse."""
