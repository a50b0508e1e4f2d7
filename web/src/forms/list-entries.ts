/** Trims entries, and removes empty ones and duplicates. Of two that differ only in case, the first stays. */
export function uniqueEntries(entries: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const entry of entries.map((one) => one.trim()).filter(Boolean)) {
    const key = entry.normalize('NFC').toLocaleLowerCase();
    if (!found.has(key)) found.set(key, entry);
  }
  return [...found.values()];
}

/** Splits typed text at commas: the finished entries, and the rest after the last comma. */
export function splitAtCommas(typed: string): { finished: string[]; rest: string } {
  const parts = typed.split(/[,،]/);
  const rest = parts.pop() ?? '';
  return { finished: parts.map((part) => part.trim()).filter(Boolean), rest: parts.length ? rest.trimStart() : rest };
}
