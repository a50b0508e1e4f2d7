"""What the staff do for a guest who asks them: find the bookings, end the link to one (product.md 4.6)."""
