/** Reads a list that the API sends as a JSON string, such as a booking's services. Invalid JSON gives an empty list. */
export function parseJsonList<T>(json: string): T[] {
  if (!json) return [];
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? (read as T[]) : [];
  } catch {
    return [];
  }
}

/** Reads a JSON list of texts, and leaves out all other values. */
export const parseTextList = (json: string): string[] => parseJsonList<unknown>(json).filter((one) => typeof one === 'string');
