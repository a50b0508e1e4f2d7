"""Uploaded pictures: validated, encoded anew, then stored and served under a name from their content."""
