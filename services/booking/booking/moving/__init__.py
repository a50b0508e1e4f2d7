"""A provider moves what is booked, by dragging it or by a form (product.md 4.26)."""
