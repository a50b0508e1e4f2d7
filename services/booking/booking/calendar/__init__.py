"""Calendar files of accepted appointments."""
