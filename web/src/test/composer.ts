import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect } from 'vitest';
import { provider, renderAt } from './app';
import { done, server } from './server';

/* The composer of posts, as tests use it. */

const user = userEvent.setup();
type Sent = Record<string, unknown>;

/** Records what is sent, and answers it. */
export function listening(call: string, answer: () => Response = () => done({ post_brief: '' })): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(`*/api/${call}`, async ({ request }) => {
      sent.push((await request.json()) as Sent);
      return answer() as ReturnType<typeof done>;
    }),
  );
  return sent;
}

/** Answers what the composer asks for. */
export const composerAnswered = (): void =>
  server.use(
    http.get('*/api/get_account_profile', () => done({ account_data: { timezone: 'America/New_York' } })),
    http.get('*/api/get_account_provider_services', () =>
      done({ account_services: [{ service: 'First assessment' }, { service: 'Back relief' }] }),
    ),
    http.post('*/api/upload_feed_media', async ({ request }) => {
      const { iv_media_base } = (await request.json()) as { iv_media_base: string };
      return done({ media_name: `/media/posts/${iv_media_base.split(':').at(-1)}/card.webp` });
    }),
  );

export const button = (name: string | RegExp) => within(screen.getByRole('dialog')).getByRole('button', { name });
export const press = async (name: string | RegExp) =>
  user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
export const caption = () => screen.getByLabelText('Caption');

export async function openComposer() {
  const app = renderAt('/feed?dialog=create_post', provider);
  await screen.findByRole('dialog', { name: 'Create post' });
  return app;
}

export async function addPictures(...names: string[]) {
  await user.click(await screen.findByRole('button', { name: 'Upload Image(s)' }));
  const uploader = await screen.findByRole('dialog', { name: 'Upload Image(s)' });
  const files = names.map((name) => new File(['-'], name, { type: 'image/png' }));
  fireEvent.drop(within(uploader).getByRole('button', { name: /^Pick pictures/ }), { dataTransfer: { files } });
}

export async function savePictures() {
  await press('Save');
  await screen.findByLabelText('Caption');
}

/** A complete composer at its last step. */
export async function composed(text = 'Look at #this and #That') {
  const app = await openComposer();
  await user.type(caption(), text);
  await addPictures('a.png');
  await savePictures();
  await press('Next');
  await press('Next');
  expect(await screen.findByRole('heading', { name: 'Preferences' })).toBeVisible();
  return app;
}
