"""The short form in which an account appears in lists."""
