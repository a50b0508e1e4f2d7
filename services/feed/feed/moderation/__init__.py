"""What the staff decide about posts and their owners, and what is kept of a post that was reported."""
