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
