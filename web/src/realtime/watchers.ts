/** How many screens watch each provider's free time. */
export function watchers() {
  const counts = new Map<string, number>();
  return {
    providers: () => [...counts.keys()],
    /** Whether it is the first that watches this provider. */
    add(providerId: string): boolean {
      const before = counts.get(providerId) ?? 0;
      counts.set(providerId, before + 1);
      return before === 0;
    },
    /** Whether it was the last that watched this provider. */
    remove(providerId: string): boolean {
      const left = (counts.get(providerId) ?? 1) - 1;
      if (left > 0) counts.set(providerId, left);
      else counts.delete(providerId);
      return left <= 0;
    },
  };
}
