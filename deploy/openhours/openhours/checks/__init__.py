"""What `openhours check` looks at: a module for each kind of dependency."""
