/** Counts how many screens need each thing. */
export function refcount() {
  const counts = new Map<string, number>();
  return {
    /** What at least one screen needs. */
    needed: () => [...counts.keys()],
    /** Adds a screen, and returns whether it is the first that needs this. */
    add(id: string): boolean {
      const before = counts.get(id) ?? 0;
      counts.set(id, before + 1);
      return before === 0;
    },
    /** Removes a screen, and returns whether it was the last that needed this. */
    remove(id: string): boolean {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
      return left <= 0;
    },
  };
}

export type Refcount = ReturnType<typeof refcount>;
