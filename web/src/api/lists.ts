/** Reads a list that the API sends as a JSON string, such as a booking's services. Invalid JSON gives an empty list. */
export function listIn<T>(json: string): T[] {
  if (!json) return [];
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? (read as T[]) : [];
  } catch {
    return [];
  }
}

/** Reads such a list of texts, and leaves out everything else. */
export const textsIn = (json: string): string[] => listIn<unknown>(json).filter((one) => typeof one === 'string');
