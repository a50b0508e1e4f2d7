"""What `openhours scale-report` reads, and what it makes of it."""
