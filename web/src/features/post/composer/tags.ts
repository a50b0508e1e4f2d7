import { uniqueEntries } from '@/forms';

/** The server's limits: length of a tag, number of tags. */
export const maxTagLength = 60;
export const maxTags = 30;

const keyOf = (tag: string) => tag.normalize('NFC').toLocaleLowerCase();

/** A tag without # and commas. */
export const plainTag = (tag: string) => tag.replace(/^[#,\s]+|[#,\s]+$/gu, '').slice(0, maxTagLength);

/** All tags of a post: those in the caption, then the added ones, without duplicates regardless of case. */
export function allTags(caption: string, added: readonly string[]): string[] {
  return uniqueEntries([...hashtagsOf(caption), ...added.map(plainTag)]);
}

/** The caption without the # of a hashtag: the word stays as text. */
function withoutHashtag(caption: string, tag: string): string {
  return caption.replace(/(?<![\p{L}\p{M}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu, (whole, word: string) =>
    keyOf(word) === keyOf(tag) ? word : whole,
  );
}

export interface CaptionAndTags {
  caption: string;
  added: string[];
}

/** The caption and tags after a change of the tag list: a removed hashtag loses its # in the caption. */
export function withChangedTags(caption: string, tags: readonly string[]): CaptionAndTags {
  const remaining = new Set(tags.map((tag) => keyOf(plainTag(tag))));
  const hashtags = hashtagsOf(caption);
  const left = hashtags.filter((tag) => !remaining.has(keyOf(tag))).reduce(withoutHashtag, caption);
  const inCaption = new Set(hashtagsOf(left).map(keyOf));
  return { caption: left, added: uniqueEntries(tags.map(plainTag)).filter((tag) => !inCaption.has(keyOf(tag))) };
}

/** The names of services that are not tags yet. */
export function missingServices(services: readonly string[], tags: readonly string[]): string[] {
  const known = new Set(tags.map(keyOf));
  return uniqueEntries(services.map(plainTag)).filter((service) => !known.has(keyOf(service)));
}

/** A # before letters or digits, not inside a word or an address. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu;

/** The hashtags of a caption without #, without duplicates regardless of case (product.md 6.1). */
export function hashtagsOf(caption: string): string[] {
  const tags = new Map<string, string>();
  for (const [, tag = ''] of caption.matchAll(hashtag)) {
    const key = tag.toLocaleLowerCase();
    if (!tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}
