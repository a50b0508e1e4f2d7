/** A piece of a caption: text, a hashtag that links to its feed, or a web address. */
export type CaptionPiece =
  { kind: 'text'; text: string } | { kind: 'tag'; text: string; tag: string } | { kind: 'link'; text: string; href: string };

/** Hashtags as the server parses them, or a web address. Addresses exclude quotes, brackets and direction marks. */
const LINKED = /(?<![\p{L}\p{M}\p{N}_&/])#(?<tag>[\p{L}\p{M}\p{N}_]+)|(?<![\p{L}\p{M}\p{N}_])(?<link>https?:\/\/[^\s<>"'`{}|\\^\p{C}]+)/giu;
/** Punctuation that ends a sentence rather than an address. */
const AFTER_LINK = /[.,;:!?…)\]]+$/u;

/** The address as a browser would open it. null for an invalid one, or one with credentials that imitates another site. */
function addressOf(written: string): string | null {
  if (!URL.canParse(written)) return null;
  const { protocol, username, password, href, hostname } = new URL(written);
  if (!['http:', 'https:'].includes(protocol) || username || password || !hostname) return null;
  return href;
}

function pieceOf(match: RegExpMatchArray): CaptionPiece | null {
  const { tag, link } = match.groups ?? {};
  if (tag) return { kind: 'tag', text: `#${tag}`, tag };
  const text = (link ?? '').replace(AFTER_LINK, '');
  const href = addressOf(text);
  return href ? { kind: 'link', text, href } : null;
}

/** Splits a caption into pieces. Everything is text except hashtags and http(s) addresses. The joined pieces equal the input. */
export function captionPieces(caption: string): CaptionPiece[] {
  const pieces: CaptionPiece[] = [];
  let at = 0;
  for (const match of caption.matchAll(LINKED)) {
    const piece = pieceOf(match);
    if (!piece) continue;
    if (match.index > at) pieces.push({ kind: 'text', text: caption.slice(at, match.index) });
    pieces.push(piece);
    at = match.index + piece.text.length;
  }
  if (at < caption.length) pieces.push({ kind: 'text', text: caption.slice(at) });
  return pieces;
}

/* eslint-disable no-restricted-globals -- a Segmenter without a language tag throws nowhere. */
/** The letters as people see them: one with its accents, or one emoji made of several. Old browsers see code points. */
function lettersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}
/* eslint-enable no-restricted-globals */

/** The start of a text: at most `most` characters, and only whole letters. */
export function textStart(text: string, most: number): string {
  if (text.length <= most) return text;
  let left = most;
  const letters = lettersOf(text);
  const end = letters.findIndex((letter) => (left -= Array.from(letter).length) < 0);
  return end < 0 ? text : letters.slice(0, end).join('');
}

/** The first `most` characters of a caption. A link or hashtag at the cut becomes text. */
export function captionStart(caption: string, most: number): { pieces: CaptionPiece[]; cut: boolean } {
  const whole = captionPieces(caption);
  if (Array.from(caption).length <= most) return { pieces: whole, cut: false };
  const pieces: CaptionPiece[] = [];
  let left = most;
  for (const piece of whole) {
    const characters = Array.from(piece.text);
    if (characters.length > left) {
      pieces.push({ kind: 'text', text: textStart(piece.text, left).trimEnd() });
      break;
    }
    pieces.push(piece);
    left -= characters.length;
  }
  return { pieces, cut: true };
}
