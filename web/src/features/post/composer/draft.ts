import { parseTextList, type FeedPost } from '@/api';
import { hashtagsOf } from './tags';
import { defaultOptions, type PostOptions } from './options';
import { clockIn } from './publish-time';

/** A post's input in the names of the call. The date is on the account's clock. */
export interface Draft {
  iv_post_brief: string;
  /** Crops as data URLs, or names of pictures on the server. */
  iv_media_base: string[];
  /** The tags besides those in the caption. */
  iv_tags: string[];
  iv_post_active: PostOptions['postType'];
  iv_post_date: string;
  iv_access: PostOptions['postAudience'];
  iv_mature_content: PostOptions['postMature'];
}

/** The steps of writing a post. */
export const steps = ['content', 'tags', 'preferences'] as const;
export type Step = (typeof steps)[number];

const stepOfField: Readonly<Record<keyof Draft, Step>> = {
  iv_post_brief: 'content',
  iv_media_base: 'content',
  iv_tags: 'tags',
  iv_post_active: 'preferences',
  iv_post_date: 'preferences',
  iv_access: 'preferences',
  iv_mature_content: 'preferences',
};

/** The first step that holds one of these fields. */
export function stepOf(fields: readonly string[]): Step | undefined {
  return steps.find((step) => fields.some((field) => stepOfField[field as keyof Draft] === step));
}

/** A new post with the stored options; a time in the past is dropped. */
export function newDraft(options: PostOptions, timezone: string, now: Date): Draft {
  const ahead = options.postSchedule > clockIn(now, timezone);
  return {
    iv_post_brief: '',
    iv_media_base: [],
    iv_tags: options.postTags,
    iv_post_active: options.postType === 'schedule' && !ahead ? defaultOptions.postType : options.postType,
    iv_post_date: ahead ? options.postSchedule : '',
    iv_access: options.postAudience,
    iv_mature_content: options.postMature,
  };
}

/** The options chosen in a draft. */
export function optionsOf({ iv_post_active, iv_post_date, iv_access, iv_mature_content, iv_tags }: Draft): PostOptions {
  return {
    postType: iv_post_active,
    postSchedule: iv_post_date,
    postAudience: iv_access,
    postMature: iv_mature_content,
    postTags: iv_tags,
  };
}

/** The draft of an existing post, for editing. */
export function draftOf(post: FeedPost, pictures: string[], timezone: string): Draft {
  const inCaption = new Set(hashtagsOf(post.post_brief).map((tag) => tag.toLocaleLowerCase()));
  const isDraft = post.status === 'draft';
  return {
    iv_post_brief: post.post_brief,
    iv_media_base: pictures,
    iv_tags: parseTextList(post.tags).filter((tag) => !inCaption.has(tag.toLocaleLowerCase())),
    iv_post_active: isDraft ? 'draft' : 'schedule',
    iv_post_date: isDraft || !post.post_date ? '' : clockIn(post.post_date, timezone),
    iv_access: post.post_audience,
    iv_mature_content: post.post_mature,
  };
}
