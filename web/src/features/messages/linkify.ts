export interface TextPiece {
  text: string;
  /** Where it leads, when it is an address. */
  href?: string;
}

const ADDRESS = /https:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence, or closes a bracket around it, belongs to the sentence. */
const TAIL = /[.,;:!?)\]}»”’…]+$/;

function hrefOf(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.hostname && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}

/** What somebody wrote, cut where it names an https address; all else stays words, whatever it looks like. */
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
