import { describe, expect, it } from 'vitest';
import { deviceShare, hashtagOf, shareLink, shareTargets, type ShareContent } from './share-targets';

const content: ShareContent = {
  title: 'Zoë & Søn',
  text: 'Book a session with Zoë & Søn: 5% off?',
  url: 'https://openhours.example/p/zoe_son?from=share&x=1',
  hashtags: ['openhours', 'zoe_son'],
};

const queryOf = (link: string) => new URLSearchParams(link.slice(link.indexOf('?') + 1));

describe('share links', () => {
  it('there are sixteen places, each with an address of its own that holds nothing unencoded', () => {
    const made = shareTargets.map((target) => shareLink(target, content));
    expect(new Set(made).size).toBe(16);
    for (const link of made) {
      expect(link).toMatch(/^(https:\/\/[\w./-]+|mailto:|sms:)\?[\w.~%&=!'()*-]+$/);
      expect(URL.canParse(link)).toBe(true);
      expect(decodeURIComponent(link)).toContain(content.url);
    }
  });

  it('a tweet carries text, address, hashtags and the fixed handle', () => {
    const link = shareLink('twitter', content);
    expect(link).toMatch(/^https:\/\/twitter\.com\/intent\/tweet\?/);
    expect(Object.fromEntries(queryOf(link))).toEqual({
      text: content.text,
      url: content.url,
      hashtags: 'openhours,zoe_son',
      via: 'openhours',
    });
  });

  it('Mastodon goes to the default instance', () => {
    expect(shareLink('mastodon', content)).toMatch(/^https:\/\/mastodon\.social\/share\?text=/);
  });

  it('a text message has no number, and its body is the text followed by the address', () => {
    const link = shareLink('sms', content);
    expect(link).toMatch(/^sms:\?/);
    expect(queryOf(link).get('body')).toBe(`${content.text} ${content.url}`);
  });

  it('mails have a subject and spaces that mail apps read', () => {
    expect(shareLink('email', content)).toContain('subject=Zo%C3%AB%20%26%20S%C3%B8n');
    expect(queryOf(shareLink('gmail', content)).get('su')).toBe(content.title);
  });
});

describe("the device's own sheet", () => {
  it('gets the hashtags at the end of the text', () => {
    expect(deviceShare(content)).toEqual({ title: content.title, text: `${content.text} #openhours #zoe_son`, url: content.url });
  });
});

describe('a name as a hashtag', () => {
  it.each([
    ['zoe_son', 'zoe_son'],
    ['north-shore', 'northshore'],
    ['مواعيد', 'مواعيد'],
    ['--', ''],
  ])('%s becomes %s', (name, hashtag) => expect(hashtagOf(name)).toBe(hashtag));
});
