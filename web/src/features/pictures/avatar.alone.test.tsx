import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { done, http, provider, refused, renderAt, server } from '@/test';

// jsdom cannot decode or draw pictures; browser tests cover that.
vi.mock('@/features/pictures/decode-picture', () => ({
  decodePicture: (file: File) => Promise.resolve(file.type === 'image/png' ? { url: `blob:${file.name}`, width: 600, height: 600 } : null),
  releasePictures: () => undefined,
}));
vi.mock('@/features/pictures/draw-crop', () => ({
  croppedJpeg: (_picture: unknown, size: { width: number }) => Promise.resolve(`data:image/jpeg;base64,${size.width}`),
  loadImage: () => new Promise(() => undefined),
  drawCrop: () => undefined,
}));

const user = userEvent.setup();

async function openAvatar(session = provider) {
  server.use(http.get('*/api/get_bookmarked_posts', () => done([])));
  renderAt('/my_bookmarks?dialog=avatar', session);
  return screen.findByRole('dialog', { name: 'Save avatar' });
}

function pick(name: string, type: string) {
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('there is nowhere to pick a file');
  fireEvent.change(input, { target: { files: [new File(['-'], name, { type })] } });
}

describe('the avatar dialog', () => {
  it('takes pictures only, and sends a square of 300', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_avatar', async ({ request }) => {
        sent.push(await request.json());
        return done({ avatar: '/media/avatars/new.webp' });
      }),
    );
    const dialog = await openAvatar();
    expect(within(dialog).getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
    pick('notes.txt', 'text/plain');
    expect(await within(dialog).findByText(/notes\.txt is not a picture that can be read/)).toBeVisible();
    pick('me.png', 'image/png');
    expect(await within(dialog).findByRole('img', { name: 'How your picture will look' })).toBeVisible();
    expect(within(dialog).queryByText(/is not a picture/)).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Update Avatar' }));
    await waitFor(() => expect(sent).toEqual([{ iv_media_base: 'data:image/jpeg;base64,300' }]));
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('session_data') ?? '{}')).toMatchObject({ avatar: '/media/avatars/new.webp' }),
    );
  });

  it('is cleared, and says what the server says of a picture it will not have', async () => {
    server.use(
      http.post('*/api/update_avatar', () => refused('Please check the marked fields.', { iv_media_base: 'This image is too large.' })),
    );
    const dialog = await openAvatar();
    pick('me.png', 'image/png');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Update Avatar' })).toBeEnabled());
    await user.click(within(dialog).getByRole('button', { name: 'Update Avatar' }));
    expect(await within(dialog).findByText('This image is too large.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Clear' }));
    expect(within(dialog).queryByText('This image is too large.')).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
  });

  it('gives the initials back', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_avatar', async ({ request }) => {
        sent.push(await request.json());
        return done({ avatar: '' });
      }),
    );
    const dialog = await openAvatar({ ...provider, avatar: '/media/avatars/old.webp' });
    await user.click(within(dialog).getByRole('button', { name: 'Use my initials' }));
    await waitFor(() => expect(sent).toEqual([{ iv_media_base: 'none' }]));
  });
});
