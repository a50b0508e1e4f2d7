import { uniqueEntries } from '@/forms';
import { hashtagsOf } from './hashtags';

/** As long and as many as the server takes. */
export const tagLength = 60;
export const mostTags = 30;

const keyOf = (tag: string) => tag.normalize('NFC').toLocaleLowerCase();

/** A tag as it is kept: without the sign and the commas around it. */
export const plainTag = (tag: string) => tag.replace(/^[#,\s]+|[#,\s]+$/gu, '').slice(0, tagLength);

/** All tags of a post: those in its caption first, then the added ones, each once without regard to case. */
export function allTags(caption: string, added: readonly string[]): string[] {
  return uniqueEntries([...hashtagsOf(caption), ...added.map(plainTag)]);
}

/** The caption without the sign of a hashtag: the word stays and is a tag no longer. */
export function withoutHashtag(caption: string, tag: string): string {
  return caption.replace(/(?<![\p{L}\p{M}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu, (whole, word: string) => (keyOf(word) === keyOf(tag) ? word : whole));
}

export interface Tagged {
  caption: string;
  added: string[];
}

/** What the chips of all tags look like after a change: a hashtag that was taken away loses its sign in the caption. */
export function tagsChanged(caption: string, tags: readonly string[]): Tagged {
  const kept = new Set(tags.map((tag) => keyOf(plainTag(tag))));
  const hashtags = hashtagsOf(caption);
  const left = hashtags.filter((tag) => !kept.has(keyOf(tag))).reduce(withoutHashtag, caption);
  const inCaption = new Set(hashtagsOf(left).map(keyOf));
  return { caption: left, added: uniqueEntries(tags.map(plainTag)).filter((tag) => !inCaption.has(keyOf(tag))) };
}

/** The names of services that are no tags yet. */
export function missingServices(services: readonly string[], tags: readonly string[]): string[] {
  const known = new Set(tags.map(keyOf));
  return uniqueEntries(services.map(plainTag)).filter((service) => !known.has(keyOf(service)));
}
