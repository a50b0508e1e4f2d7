import { type APIRequestContext, type FileChooser, type Page } from '@playwright/test';
import { sampleImages } from './png';
import { call, type SeededPerson } from './seeded-people';

interface PostFields {
  iv_post_brief: string;
  iv_post_active?: 'now' | 'schedule' | 'draft';
  iv_post_date?: string;
  iv_access?: 'all' | 'interests' | 'trusted';
}

/** Creates a post with a picture by API calls and returns its id. */
export async function createPost(request: APIRequestContext, { granted }: SeededPerson, fields: PostFields): Promise<string> {
  const picture = `data:image/png;base64,${sampleImages.landscape.buffer.toString('base64')}`;
  const { post_id } = await call<{ post_id: string }>(
    request,
    'create_new_feed_content',
    { iv_media_base: [picture], ...fields },
    granted.access_token,
  );
  return post_id;
}

/** Picks files with the control of this name. */
export async function pickFiles(page: Page, name: string | RegExp, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name, exact: true }).click();
  await (await chooser).setFiles(files);
}
