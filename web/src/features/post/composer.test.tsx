import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { done, failed, http, provider, refused, renderAt, server } from '@/test';

// jsdom reads and draws no pictures; what does is proven in the browser.
vi.mock('@/features/pictures/decoding', () => ({
  decoded: (file: File) => Promise.resolve(file.name.endsWith('.txt') ? null : { url: `blob:${file.name}`, width: 1300, height: 1000 }),
  forgotten: () => undefined,
}));
vi.mock('@/features/pictures/drawing', () => ({
  cutOf: ({ url }: { url: string }) => Promise.resolve(`data:image/jpeg;base64,${url}`),
  imageAt: () => new Promise(() => undefined),
  drawCut: () => undefined,
}));

const user = userEvent.setup();
const needed = 'You need to compose a post and upload an image to post your content.';

async function openComposer() {
  renderAt('/feed?dialog=create_post', provider);
  return screen.findByRole('dialog', { name: 'Create post' });
}

async function post() {
  const composer = await screen.findByRole('dialog', { name: 'Create post' });
  await user.click(within(composer).getByRole('button', { name: 'Post' }));
}

async function addPictures(...names: string[]) {
  await user.click(await screen.findByRole('button', { name: 'Upload Image(s)' }));
  const uploader = await screen.findByRole('dialog', { name: 'Upload Image(s)' });
  const files = names.map((name) => new File(['-'], name, { type: 'image/png' }));
  fireEvent.drop(within(uploader).getByRole('button', { name: 'Upload Image(s)' }), { dataTransfer: { files } });
}

describe('composing a post', () => {
  it('says what is missing, and sends caption, tags and pictures', async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post('*/api/create_new_feed_content', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return done({ post_brief: 'Look' });
      }),
    );
    const composer = await openComposer();
    await post();
    expect(within(composer).getByText(needed)).toBeVisible();
    await user.type(within(composer).getByLabelText('Caption'), 'Look at #this and #That');
    await addPictures('a.png', 'b.png');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('img', { name: 'Picture 2 of 2' })).toBeVisible();
    expect(screen.queryByText(needed)).not.toBeInTheDocument();
    await post();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      iv_post_brief: 'Look at #this and #That',
      iv_tags: '["this","That"]',
      iv_media_base: ['data:image/jpeg;base64,blob:a.png', 'data:image/jpeg;base64,blob:b.png'],
      iv_post_active: 'now',
      iv_access: 'all',
      iv_mature_content: 'no',
      iv_media_type: 'image',
    });
  });

  it('keeps what was typed when it fails', async () => {
    server.use(http.post('*/api/create_new_feed_content', () => refused(needed)));
    const composer = await openComposer();
    await user.type(within(composer).getByLabelText('Caption'), 'Kept');
    await addPictures('a.png');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await post();
    expect(await screen.findByText(needed)).toBeVisible();
    expect(screen.getByLabelText('Caption')).toHaveValue('Kept');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();
    server.use(http.post('*/api/create_new_feed_content', () => failed(503)));
    await post();
    await waitFor(() => expect(screen.getByLabelText('Caption')).toBeEnabled());
    expect(screen.getByLabelText('Caption')).toHaveValue('Kept');
  });

  it('takes eight pictures at once, and only pictures', async () => {
    await openComposer();
    await addPictures(...Array.from({ length: 9 }, (_, index) => `${index}.png`));
    const uploader = await screen.findByRole('dialog', { name: 'Edit image' });
    expect(within(uploader).getByText("You can't upload more than 8 images at once")).toBeVisible();
    expect(within(uploader).getByText('Picture 1 of 8')).toBeVisible();
    await user.click(within(uploader).getByRole('button', { name: 'Remove' }));
    expect(within(uploader).queryByText(/more than 8/)).not.toBeInTheDocument();
    fireEvent.drop(within(uploader).getByRole('button', { name: 'Add pictures' }), { dataTransfer: { files: [new File(['-'], 'notes.txt')] } });
    expect(await within(uploader).findByText(/notes\.txt is not a picture/)).toBeVisible();
  });

  it('wants a picture before it is edited', async () => {
    await openComposer();
    await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }));
    const uploader = await screen.findByRole('dialog', { name: 'Upload Image(s)' });
    await user.click(within(uploader).getByRole('button', { name: 'Replace' }));
    expect(within(uploader).getByText('You have to at least upload one image before you can edit')).toBeVisible();
  });
});

describe('my posts', () => {
  it('may be none, may fail, and are shown with where they stand', async () => {
    let answer: () => ReturnType<typeof done> = () => failed(503, 'Temporary server issue');
    server.use(http.get('*/api/get_profile_posts/*', () => answer()));
    renderAt('/my_posts', provider);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answer = () => done([]);
    await user.click(retry);
    expect(await screen.findByText('You are yet to post any content.')).toBeVisible();
  });
});
