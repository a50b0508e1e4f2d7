import { describe, expect, it } from 'vitest';
import { captionPieces, captionStart, type CaptionPiece } from './caption';

const written = (pieces: readonly CaptionPiece[]) => pieces.map(({ text }) => text).join('');
const links = (caption: string) => captionPieces(caption).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));
const tags = (caption: string) => captionPieces(caption).flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : []));

describe('hashtags of a caption', () => {
  it.each([
    ['Now open #Saturday', ['Saturday']],
    ['#yoga#pilates', ['yoga']],
    ['#über_uns, #مواعيد and #日本', ['über_uns', 'مواعيد', '日本']],
    ['a&#39; is no tag, nor is price#1', []],
    ['https://example.com/#top', []],
    ['# alone', []],
  ])('%s', (caption, expected) => expect(tags(caption)).toEqual(expected));
});

describe('addresses of a caption', () => {
  it.each([
    ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['(http://example.com)', ['http://example.com/']],
    ['HTTPS://EXAMPLE.COM', ['https://example.com/']],
  ])('%s', (caption, expected) => expect(links(caption)).toEqual(expected));

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https:',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox',
    'ftp://example.com',
    '//example.com',
    'https://bank.example@evil.example/',
    'https://user:word@evil.example/',
    'http://',
    'https://[',
    'xhttps://example.com',
  ])('%s is text', (caption) => expect(links(caption)).toEqual([]));

  it.each([
    ['https://example.com/"onclick="x', 'https://example.com/'],
    ['https://example.com/<img src=x onerror=alert(1)>', 'https://example.com/'],
    ['https://example.com/\u202Egpj.exe', 'https://example.com/'],
    ["https://example.com/'><script>", 'https://example.com/'],
  ])('%s ends before what is not of an address', (caption, href) => expect(links(caption)).toEqual([href]));
});

/** Random combinations of hostile and harmless caption pieces. The seed identifies a failing one. */
const crumbs = [
  'https://',
  'http://a.b',
  'javascript:',
  '#',
  '#tag',
  '<script>',
  '</a>',
  '"',
  "'",
  '&lt;',
  '\u202E',
  '\u0000',
  ' ',
  '\n',
  '@',
  '.',
  ')',
  'é',
  '😀',
  '👩‍👩‍👧',
  'مرحبا',
  '//',
  'x',
  '[',
  '%00',
  '\\',
  '\uD800',
];
function captionOf(seed: number): string {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return Array.from({ length: 1 + (next() % 30) }, () => crumbs[next() % crumbs.length]).join('');
}

describe('the start of a caption', () => {
  const family = '👩‍👩‍👧';
  it.each([
    ['a surrogate pair', `${'a'.repeat(189)}😀😀`, `${'a'.repeat(189)}😀`],
    ['an emoji of several', `${'a'.repeat(188)}${family} and more`, 'a'.repeat(188)],
    ['a letter and its accents', `${'a'.repeat(189)}o\u0302\u0323 and more`, 'a'.repeat(189)],
    ['a flag', `${'a'.repeat(189)}🇫🇷🇫🇷`, 'a'.repeat(189)],
  ])('never cuts inside %s', (_what, caption, expected) => {
    const { pieces, cut } = captionStart(caption, 190);
    expect([written(pieces), cut]).toEqual([expected, true]);
  });
});

describe('any caption at all', () => {
  const seeds = Array.from({ length: 3000 }, (_, index) => index + 1);

  it('says in pieces what was typed, and leads nowhere but to http(s) and to feeds of tags', () => {
    for (const seed of seeds) {
      const caption = captionOf(seed);
      const pieces = captionPieces(caption);
      expect(written(pieces), `seed ${seed}`).toBe(caption);
      for (const piece of pieces) {
        if (piece.kind === 'link') {
          expect(new URL(piece.href).protocol, `seed ${seed}`).toMatch(/^https?:$/);
          expect(new URL(piece.href).username, `seed ${seed}`).toBe('');
        }
        if (piece.kind === 'tag') expect(piece.tag, `seed ${seed}`).toMatch(/^[\p{L}\p{M}\p{N}_]+$/u);
      }
    }
  });

  it('is cut after so many characters, and only where it is longer', () => {
    for (const seed of seeds) {
      const caption = captionOf(seed);
      const { pieces, cut } = captionStart(caption, 20);
      const characters = Array.from(caption);
      expect(cut, `seed ${seed}`).toBe(characters.length > 20);
      expect(caption.startsWith(written(pieces)), `seed ${seed}`).toBe(true);
      expect(written(pieces), `seed ${seed}`).toBe(cut ? written(pieces) : caption);
      expect(Array.from(written(pieces)).length, `seed ${seed}`).toBeLessThanOrEqual(20);
    }
  });
});

describe('a caption on a card', () => {
  it('has 190 characters, counted as people count them', () => {
    expect(captionStart('😀'.repeat(190), 190).cut).toBe(false);
    const { pieces, cut } = captionStart('😀'.repeat(191), 190);
    expect(cut).toBe(true);
    expect(written(pieces)).toBe('😀'.repeat(190));
  });

  it('does not link an address that it cuts', () => {
    expect(captionStart('now https://example.com/long', 14).pieces.map(({ kind }) => kind)).toEqual(['text', 'text']);
  });
});
