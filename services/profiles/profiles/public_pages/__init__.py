"""What search engines and shared links ask for: sitemap pages, pages that are gone, share cards."""
