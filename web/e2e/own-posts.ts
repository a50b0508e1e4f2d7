import { type APIRequestContext, type FileChooser, type Page } from '@playwright/test';
import { drawn } from './drawn';
import { call, type Resident } from './residents';

interface PostWords {
  iv_post_brief: string;
  iv_post_active?: 'now' | 'schedule' | 'draft';
  iv_post_date?: string;
  iv_access?: 'all' | 'interests' | 'trusted';
}

/** A post with a picture, written by calls alone; answers its id. */
export async function posted(request: APIRequestContext, { granted }: Resident, words: PostWords): Promise<string> {
  const picture = `data:image/png;base64,${drawn.landscape.buffer.toString('base64')}`;
  const { post_id } = await call<{ post_id: string }>(request, 'create_new_feed_content', { iv_media_base: [picture], ...words }, granted.access_token);
  return post_id;
}

/** Picks files by the control of this name. */
export async function pickFiles(page: Page, name: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name, exact: true }).click();
  await (await chooser).setFiles(files);
}
