/** A list that the API carries as a JSON string, such as a booking's services; what cannot be read is empty. */
export function listIn<T>(json: string): T[] {
  if (!json) return [];
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? (read as T[]) : [];
  } catch {
    return [];
  }
}

/** The same of texts: whatever else stands in it is left out. */
export const textsIn = (json: string): string[] => listIn<unknown>(json).filter((one) => typeof one === 'string');
