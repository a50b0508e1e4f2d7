import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { sampleImages } from './png';
import { call, type SeededPerson } from './seeded-people';

const tokenOf = (person: SeededPerson) => person.granted.access_token;

/** Uploads a picture and returns its name, which any number of the provider's posts may use. */
export async function pictureOf(
  request: APIRequestContext,
  provider: SeededPerson,
  picture: 'landscape' | 'portrait' = 'landscape',
): Promise<string> {
  const { mimeType, buffer } = sampleImages[picture];
  const iv_media_base = `data:${mimeType};base64,${buffer.toString('base64')}`;
  const { media_name } = await call<{ media_name: string }>(request, 'upload_feed_media', { iv_media_base }, tokenOf(provider));
  return media_name;
}

interface PostOptions {
  pictures: readonly string[];
  tags?: readonly string[];
  audience?: 'all' | 'interests' | 'trusted';
  mature?: 'no' | 'yes';
}

/** Publishes a post and returns its id. */
export async function publishPost(
  request: APIRequestContext,
  provider: SeededPerson,
  brief: string,
  options: PostOptions,
): Promise<string> {
  const { pictures, tags = [], audience = 'all', mature = 'no' } = options;
  const post = {
    iv_post_brief: brief,
    iv_post_active: 'now',
    iv_access: audience,
    iv_mature_content: mature,
    iv_tags: JSON.stringify(tags),
    iv_media_type: 'image',
    iv_media_base: pictures,
    iv_device_data: '{}',
  };
  // One test writes a thousand posts: retries when the server closes a kept-alive connection just as it is reused.
  const headers = { authorization: `Bearer ${tokenOf(provider)}`, 'idempotency-key': randomUUID() };
  const response = await request.post('/api/create_new_feed_content', { data: post, headers, maxRetries: 3 });
  const answer = (await response.json()) as { status: boolean; message: unknown; data: { post_id: string } };
  expect(answer.status, JSON.stringify(answer.message)).toBe(true);
  return answer.data.post_id;
}

/** The card that contains this text. */
export const cardOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text }).first();
