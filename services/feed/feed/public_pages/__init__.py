"""What search engines and shared links ask for: sitemap pages, posts that are gone, share cards."""
