"""What profiles knows of accounts from identity."""
