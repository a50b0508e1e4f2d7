/** How many posts the landing page features (product.md 2.3). */
export const featuredLimit = 20;
