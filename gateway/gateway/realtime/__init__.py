"""Live screens over Socket.IO (api.md section 7): who sits in which room, and what reaches them."""
