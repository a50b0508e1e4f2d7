/** The shared content. Hashtags are without #. */
export interface ShareContent {
  title: string;
  text: string;
  url: string;
  hashtags: readonly string[];
}

/** The sixteen targets in display order. */
export const shareTargets = [
  'twitter',
  'facebook',
  'whatsapp',
  'gmail',
  'linkedin',
  'telegram',
  'email',
  'sms',
  'tumblr',
  'pinterest',
  'yammer',
  'reddit',
  'teams',
  'mastodon',
  'flipboard',
  'trello',
] as const;

export type ShareTarget = (typeof shareTargets)[number];

/** The account that posts on Twitter name as their source. */
const TWITTER_VIA = 'openhours';
const MASTODON_INSTANCE = 'mastodon.social';

/** An address with an encoded query. Spaces become %20, as mail and message apps require. */
function address(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).filter(([, value]) => value);
  return `${base}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

const withSigns = (hashtags: readonly string[]) => hashtags.map((tag) => `#${tag}`).join(' ');
const joinText = (...parts: string[]) => parts.filter(Boolean).join(' ');

type Link = (content: ShareContent) => string;

const links: Readonly<Record<ShareTarget, Link>> = {
  twitter: ({ text, url, hashtags }) =>
    address('https://twitter.com/intent/tweet', { text, url, hashtags: hashtags.join(','), via: TWITTER_VIA }),
  facebook: ({ text, url, hashtags }) =>
    address('https://www.facebook.com/sharer/sharer.php', { u: url, quote: text, hashtag: withSigns(hashtags.slice(0, 1)) }),
  whatsapp: ({ text, url, hashtags }) => address('https://wa.me/', { text: joinText(text, url, withSigns(hashtags)) }),
  gmail: ({ title, text, url }) => address('https://mail.google.com/mail/', { view: 'cm', fs: '1', su: title, body: `${text}\n\n${url}` }),
  linkedin: ({ url }) => address('https://www.linkedin.com/sharing/share-offsite/', { url }),
  telegram: ({ text, url, hashtags }) => address('https://t.me/share/url', { url, text: joinText(text, withSigns(hashtags)) }),
  email: ({ title, text, url }) => address('mailto:', { subject: title, body: `${text}\n\n${url}` }),
  // No number. With '?&body' both iOS and Android read the body.
  sms: ({ text, url }) => `sms:?&body=${encodeURIComponent(joinText(text, url))}`,
  tumblr: ({ title, text, url, hashtags }) =>
    address('https://www.tumblr.com/widgets/share/tool', { canonicalUrl: url, title, caption: text, tags: hashtags.join(',') }),
  pinterest: ({ text, url, hashtags }) =>
    address('https://www.pinterest.com/pin/create/button/', { url, description: joinText(text, withSigns(hashtags)) }),
  yammer: ({ text, url }) => address('https://www.yammer.com/messages/new', { login: 'true', status: joinText(text, url) }),
  reddit: ({ title, url }) => address('https://www.reddit.com/submit', { url, title }),
  teams: ({ text, url }) => address('https://teams.microsoft.com/share', { href: url, msgText: text }),
  mastodon: ({ text, url, hashtags }) => address(`https://${MASTODON_INSTANCE}/share`, { text: joinText(text, url, withSigns(hashtags)) }),
  flipboard: ({ title, url }) => address('https://share.flipboard.com/bookmarklet/popout', { v: '2', title, url }),
  trello: ({ title, text, url }) => address('https://trello.com/add-card', { mode: 'popup', name: title, desc: text, url }),
};

/** The address that opens `target` with the content filled in. */
export const shareLink = (target: ShareTarget, content: ShareContent): string => links[target](content);

/** The content for the device's share sheet, which has no field for hashtags. */
export const deviceShare = ({ title, text, url, hashtags }: ShareContent) => ({ title, text: joinText(text, withSigns(hashtags)), url });

/** A name as a hashtag: letters, digits and underscores; '' when nothing remains. */
export const hashtagOf = (name: string) => name.replace(/[^\p{L}\p{M}\p{N}_]/gu, '');
