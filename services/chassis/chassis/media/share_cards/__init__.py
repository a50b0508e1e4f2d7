"""Pictures of 1200x630 pixels that stand beside a shared link (Open Graph, Twitter)."""
