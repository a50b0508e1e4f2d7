"""What booking knows of accounts, profiles, services, blocks and guests from their owners."""
