export interface TextPiece {
  text: string;
  /** The link's target, for an address. */
  href?: string;
}

const ADDRESS = /https:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends a sentence, or closes a bracket around an address, is not part of the address. */
const TAIL = /[.,;:!?)\]}»”’…]+$/;

function hrefOf(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.hostname && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}

/** Splits a message at https addresses. Everything else stays text. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(TAIL, '');
    const href = hrefOf(address);
    if (!href) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ text: address, href });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
