/** Trimmed, without empty ones, and each once: of two that differ in case only, the first stays. */
export function uniqueEntries(entries: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const entry of entries.map((one) => one.trim()).filter(Boolean)) {
    const key = entry.normalize('NFC').toLocaleLowerCase();
    if (!found.has(key)) found.set(key, entry);
  }
  return [...found.values()];
}

/** What commas in the typed text finish, and what is still being typed after the last one. */
export function splitAtCommas(typed: string): { finished: string[]; rest: string } {
  const parts = typed.split(/[,،]/);
  const rest = parts.pop() ?? '';
  return { finished: parts.map((part) => part.trim()).filter(Boolean), rest: parts.length ? rest.trimStart() : rest };
}
