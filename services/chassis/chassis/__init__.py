"""What every service shares and no service owns. This package knows nothing of the product's domain."""
