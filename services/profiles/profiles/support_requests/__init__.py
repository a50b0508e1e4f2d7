"""What people ask the staff, and what the staff answer."""
