import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionGranted } from '@/api';
import { failed, http, provider, server } from '@/test';
import { addPictures, button, caption, composed, composerAnswered, listening, openComposer, press, savePictures } from '@/test/composer';

// jsdom cannot decode or draw pictures; browser tests cover that.
vi.mock('@/features/pictures/decode-picture', () => ({
  decodePicture: (file: File) =>
    Promise.resolve(file.name?.endsWith('.txt') ? null : { url: `blob:${file.name ?? 'kept'}`, width: 650, height: 500 }),
  releasePictures: () => undefined,
}));
vi.mock('@/features/pictures/draw-crop', () => ({
  croppedJpeg: ({ url }: { url: string }) => Promise.resolve(`data:image/jpeg;base64,${url}`),
  loadImage: () => new Promise(() => undefined),
  drawCrop: () => undefined,
}));

const user = userEvent.setup();

beforeEach(composerAnswered);

describe('a post that is being written', () => {
  it('asks before what was written goes', async () => {
    const { place } = await openComposer();
    await user.type(caption(), 'Kept');
    await press('Close');
    expect(screen.getByText('Discard what you have written?')).toBeVisible();
    expect(button('Keep writing')).toHaveFocus();
    await press('Keep writing');
    expect(caption()).toHaveValue('Kept');
    await user.clear(caption());
    await press('Close');
    await waitFor(() => expect(place()).toBe('/feed'));
  });

  it.each([
    ['is discarded', async () => (await press('Close'), press('Discard'))],
    ['is out', () => press('Post')],
  ])('leaves nothing to the next post once it %s', async (_when, end) => {
    listening('create_new_feed_content');
    const { router } = await composed('One');
    await user.click(screen.getByRole('radio', { name: 'Trusted' }));
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    await press('Back');
    await user.type(screen.getByLabelText('Tags'), 'stale,');
    await press('Next');
    await end();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await act(() => router.navigate('/feed?dialog=create_post'));
    await user.type(await screen.findByLabelText('Caption'), 'Two');
    await addPictures('a.png');
    await savePictures();
    await press('Next');
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Remove stale' })).not.toBeInTheDocument();
    await press('Next');
    for (const name of ['Now', 'Everybody', 'No']) expect(screen.getByRole('radio', { name })).toBeChecked();
  });

  it('clears the session and goes home when the login is over', async () => {
    listening('create_new_feed_content', () => failed(401));
    const { place } = await composed();
    await press('Post');
    await waitFor(() => expect(place()).toBe('/home'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(sessionStorage.getItem('post_option_data')).toBeNull();
  });

  it('is there again once the same account has signed in after its login was over, and for nobody else', async () => {
    listening('create_new_feed_content', () => failed(422));
    const { place, router, store } = await composed('Kept #yoga');
    server.use(http.get('*/api/check_active_login', () => failed(422)));
    await user.click(screen.getByRole('radio', { name: 'Trusted' }));
    await press('Post');
    await waitFor(() => expect(place()).toBe('/sign_in'));
    await waitFor(() => expect(router.state.location.state).toEqual({ from: '/feed?dialog=create_post' }));
    server.use(http.get('*/api/check_active_login', () => failed(503)));
    const signIn = async (account: typeof provider) => {
      act(() => void store.dispatch(sessionGranted(account)));
      await act(() => router.navigate('/feed?dialog=create_post'));
      await screen.findByRole('dialog', { name: 'Create post' });
    };
    await signIn({ ...provider, ownerId: 'account-2' });
    expect(caption()).toHaveValue('');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await signIn(provider);
    expect(caption()).toHaveValue('Kept #yoga');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();
    await press('Next');
    await press('Next');
    expect(screen.getByRole('radio', { name: 'Trusted' })).toBeChecked();
    await press('Close');
    await press('Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await signIn(provider);
    expect(caption()).toHaveValue('');
  });
});
