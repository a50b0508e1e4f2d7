/** A list that the API carries as a JSON string; an unreadable one is empty. */
export function listOf<T extends string = string>(json: string): T[] {
  if (!json) return [];
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? (parsed as T[]) : [];
  } catch {
    return [];
  }
}

/** 'Germany-DE' is shown as Germany. */
export function placeName(reference: string): string {
  return reference.replace(/-[A-Z]{2}$/, '');
}
