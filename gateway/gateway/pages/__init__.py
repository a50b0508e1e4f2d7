"""What pages say of themselves to search engines and shared links: heads, sitemaps, robots.txt, oEmbed."""
