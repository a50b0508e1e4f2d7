/** A # before letters or digits, not inside a word or an address. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu;

/** The hashtags of a caption without #, without duplicates regardless of case (product.md 6.1). */
export function hashtagsOf(caption: string): string[] {
  const kept = new Map<string, string>();
  for (const [, tag = ''] of caption.matchAll(hashtag)) {
    const key = tag.toLocaleLowerCase();
    if (!kept.has(key)) kept.set(key, tag);
  }
  return [...kept.values()];
}
