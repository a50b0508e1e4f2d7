import type { SiteData } from '@/platform/site-data';

/** A post's options, stored in this tab while the post is written: loading the page again keeps them. */
export interface PostOptions {
  postType: PostType;
  /** A date and time on the account's clock ('2026-11-22T09:30'); '' for none. */
  postSchedule: string;
  postAudience: Audience;
  postMature: YesNo;
  postTags: string[];
}

export const postTypes = ['now', 'schedule', 'draft'] as const;
export const audiences = ['all', 'interests', 'trusted'] as const;
export const matureChoices = ['no', 'yes'] as const;
export type PostType = (typeof postTypes)[number];
export type Audience = (typeof audiences)[number];
export type YesNo = (typeof matureChoices)[number];

export const defaultOptions: PostOptions = { postType: 'now', postSchedule: '', postAudience: 'all', postMature: 'no', postTags: [] };

const key = 'post_option_data';

const oneOf = <T extends string>(known: readonly T[], value: unknown, fallback: T): T => known.find((one) => one === value) ?? fallback;

function parsed(text: string | null): Partial<Record<keyof PostOptions, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Reads the stored options; invalid or missing values fall back to the default. */
export function readOptions(storage: SiteData): PostOptions {
  const { postType, postSchedule, postAudience, postMature, postTags } = parsed(storage.getItem(key));
  return {
    postType: oneOf(postTypes, postType, defaultOptions.postType),
    postSchedule: typeof postSchedule === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(postSchedule) ? postSchedule : '',
    postAudience: oneOf(audiences, postAudience, defaultOptions.postAudience),
    postMature: oneOf(matureChoices, postMature, defaultOptions.postMature),
    postTags: Array.isArray(postTags) ? postTags.filter((tag): tag is string => typeof tag === 'string') : [],
  };
}

/** Stores the options while a post is written. */
export function saveOptions(storage: SiteData, options: PostOptions): void {
  storage.setItem(key, JSON.stringify(options));
}

/** Forgets the options, so that the next post begins with the defaults. */
export const forgetOptions = (storage: SiteData): void => storage.removeItem(key);
