"""What profiles knows of ratings from booking."""
