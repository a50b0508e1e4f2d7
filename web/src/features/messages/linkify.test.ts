import { describe, expect, it } from 'vitest';
import { linkify } from './linkify';

const links = (text: string) =>
  linkify(text)
    .filter(({ href }) => href)
    .map(({ text: shown }) => shown);

describe('addresses in what somebody wrote', () => {
  it('are those with https, without the end of the sentence', () => {
    expect(links('See https://meet.example.com/42?a=b#c, (https://example.org/x). And https://a.example!')).toEqual([
      'https://meet.example.com/42?a=b#c',
      'https://example.org/x',
      'https://a.example',
    ]);
  });

  it('are nothing else', () => {
    expect(links('http://a.example javascript:alert(1) data:text/html,x https:// https://me:secret@a.example www.a.example')).toEqual([]);
  });

  it('leave every letter where it was', () => {
    const text = 'a <b> https://a.example/<script> and\nhttps://b.example.';
    expect(
      linkify(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
