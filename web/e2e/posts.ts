import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { drawn } from './drawn';
import { call, type Resident } from './residents';

const tokenOf = (resident: Resident) => resident.granted.access_token;

/** Sends a picture once; its name may stand in any number of the provider's posts. */
export async function pictureOf(request: APIRequestContext, provider: Resident, picture: 'landscape' | 'portrait' = 'landscape'): Promise<string> {
  const { mimeType, buffer } = drawn[picture];
  const iv_media_base = `data:${mimeType};base64,${buffer.toString('base64')}`;
  const { media_name } = await call<{ media_name: string }>(request, 'upload_feed_media', { iv_media_base }, tokenOf(provider));
  return media_name;
}

interface Wanted {
  pictures: readonly string[];
  tags?: readonly string[];
  audience?: 'all' | 'interests' | 'trusted';
  mature?: 'no' | 'yes';
}

/** Publishes a post; answers its id. */
export async function published(request: APIRequestContext, provider: Resident, brief: string, wanted: Wanted): Promise<string> {
  const { pictures, tags = [], audience = 'all', mature = 'no' } = wanted;
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
  // A thousand are written in one test: a connection that the server closes while it is taken up again is tried anew, once for all.
  const headers = { authorization: `Bearer ${tokenOf(provider)}`, 'idempotency-key': randomUUID() };
  const response = await request.post('/api/create_new_feed_content', { data: post, headers, maxRetries: 3 });
  const answer = (await response.json()) as { status: boolean; message: unknown; data: { post_id: string } };
  expect(answer.status, JSON.stringify(answer.message)).toBe(true);
  return answer.data.post_id;
}

/** The card that says this. */
export const cardOf = (page: Page, words: string): Locator => page.getByRole('article').filter({ hasText: words }).first();
