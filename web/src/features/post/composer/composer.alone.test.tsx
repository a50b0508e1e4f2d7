import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';
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
const needsBoth = 'You have to upload an image & a caption';
const refusal = 'Only a draft or a scheduled post can be edited.';

beforeEach(composerAnswered);

describe('composing a post', () => {
  it('needs a caption and an image before it goes on', async () => {
    await openComposer();
    await press('Next');
    await waitFor(() => expect(screen.getAllByText(needsBoth)).toHaveLength(2));
    await user.type(caption(), 'Only words');
    await press('Next');
    expect(screen.queryByRole('heading', { name: 'Tags' })).not.toBeInTheDocument();
    expect(screen.getByText('10 of 500')).toBeVisible();
  });

  it('sends caption, tags and the names of its pictures, now, to all and not mature', async () => {
    const sent = listening('create_new_feed_content');
    await openComposer();
    await user.type(caption(), 'Look at #this and #That');
    expect(
      within(screen.getByRole('list', { name: 'Hashtags' }))
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['#this', '#That']);
    await addPictures('a.png', 'b.png');
    await savePictures();
    expect(await screen.findByRole('img', { name: 'Picture 2 of 2' })).toBeVisible();
    await press('Next');
    await user.type(screen.getByLabelText('Tags'), 'yoga,#THIS,Yoga{Enter}two words');
    await press('Next');
    await press('Post');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      iv_post_brief: 'Look at #this and #That',
      iv_tags: '["this","That","yoga","two words"]',
      iv_media_base: ['/media/posts/a.png/card.webp', '/media/posts/b.png/card.webp'],
      iv_post_active: 'now',
      iv_post_date: null,
      iv_access: 'all',
      iv_mature_content: 'no',
      iv_media_type: 'image',
    });
  });

  it('keeps everything on the way back; a hashtag that is removed stays as a word', async () => {
    await composed();
    await user.click(screen.getByRole('radio', { name: 'Trusted' }));
    await press('Back');
    await press('Remove this');
    await press('Back');
    expect(caption()).toHaveValue('Look at this and #That');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();
    await press('Next');
    await press('Next');
    expect(screen.getByRole('radio', { name: 'Trusted' })).toBeChecked();
    expect(JSON.parse(sessionStorage.getItem('post_option_data') ?? '')).toMatchObject({
      postAudience: 'trusted',
      postType: 'now',
      postMature: 'no',
    });
  });

  it('adds the services as tags, once', async () => {
    await composed();
    await press('Back');
    await press('Add my services as tags');
    expect(await screen.findByRole('button', { name: 'Remove First assessment' })).toBeVisible();
    expect(button('Remove Back relief')).toBeVisible();
    await press('Add my services as tags');
    expect(await screen.findByText('You have already included all your services as tags.')).toBeVisible();
  });

  it('is scheduled on the clock of the account, and not for what is past', async () => {
    const sent = listening('create_new_feed_content');
    await composed();
    await user.click(screen.getByRole('radio', { name: 'Schedule' }));
    expect(screen.getByText('On the clock of New York (America/New_York)')).toBeVisible();
    await press('Schedule');
    expect(await screen.findByText('Choose a date and time.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2020-01-01T09:00' } });
    await press('Schedule');
    expect(await screen.findByText('Choose a date and time to come.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2030-01-01T09:00' } });
    await press('Schedule');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ iv_post_active: 'schedule', iv_post_date: '2030-01-01T14:00:00.000Z' });
    await waitFor(() => expect(sessionStorage.getItem('post_option_data')).toBeNull());
  });

  it('keeps what was typed when it fails, and shows what is wrong beside its field', async () => {
    let answer = () => refused('You need to compose a post and upload an image to post your content.') as Response;
    listening('create_new_feed_content', () => answer());
    await composed('Kept');
    await press('Post');
    expect(await screen.findByText(/^You need to compose a post/)).toBeVisible();
    answer = () => failed(503);
    await press('Post');
    await waitFor(() => expect(button('Post')).toBeEnabled());
    answer = () => refused('', { iv_post_brief: 'Say it better.' });
    await press('Post');
    expect(await screen.findByText('Say it better.')).toBeVisible();
    expect(caption()).toHaveValue('Kept');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible();
  });

  it('is for providers; others are shown how to become one', async () => {
    renderAt('/feed?dialog=create_post', member);
    expect(
      await screen.findByText('You can only post content if you become a service provider. It only takes a few seconds.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Become a service provider' })).toHaveAttribute('href', '/onboard_username');
  });
});

describe('the pictures of a post', () => {
  it('that are not sent say why, hold the post back, and are tried again', async () => {
    server.use(http.post('*/api/upload_feed_media', () => failed(413, 'This image is too large.')));
    const sent = listening('create_new_feed_content');
    await composed();
    await press('Post');
    expect(await screen.findByText('Picture 1 of 1: This image is too large.')).toBeVisible();
    expect(screen.getByText('Some pictures were not sent. Try them again, or remove them.')).toBeVisible();
    expect(sent).toHaveLength(0);
    server.use(http.post('*/api/upload_feed_media', () => done({ media_name: '/media/posts/again/card.webp' })));
    await press('Retry picture 1');
    await waitFor(() => expect(screen.queryByText(/too large/)).not.toBeInTheDocument());
    await press('Next');
    await press('Next');
    await press('Post');
    await waitFor(() => expect(sent[0]?.['iv_media_base']).toEqual(['/media/posts/again/card.webp']));
  });

  it('are waited for', async () => {
    let answer: (response: ReturnType<typeof done>) => void = () => undefined;
    server.use(http.post('*/api/upload_feed_media', () => new Promise<ReturnType<typeof done>>((resolve) => (answer = resolve))));
    const sent = listening('create_new_feed_content');
    await composed();
    await press('Back');
    await press('Back');
    expect(screen.getByRole('progressbar', { name: 'Sending picture 1 of 1' })).toBeVisible();
    await press('Next');
    await press('Next');
    await press('Post');
    expect(button('Post')).toBeDisabled();
    expect(sent).toHaveLength(0);
    answer(done({ media_name: '/media/posts/late/card.webp' }));
    await waitFor(() => expect(sent[0]?.['iv_media_base']).toEqual(['/media/posts/late/card.webp']));
  });

  it('can be removed one by one', async () => {
    await openComposer();
    await addPictures('a.png', 'b.png');
    await savePictures();
    await press('Remove picture 1 of 2');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toHaveAttribute('src', 'data:image/jpeg;base64,blob:b.png');
  });

  it('are eight at once at most, and only pictures', async () => {
    await openComposer();
    await addPictures(...Array.from({ length: 9 }, (_, index) => `${index}.png`));
    const uploader = await screen.findByRole('dialog', { name: 'Edit image' });
    expect(within(uploader).getByText("You can't upload more than 8 images at once")).toBeVisible();
    expect(within(uploader).getByText('Picture 1 of 8')).toBeVisible();
    await user.click(within(uploader).getByRole('button', { name: 'Remove' }));
    expect(within(uploader).queryByText(/more than 8/)).not.toBeInTheDocument();
    fireEvent.drop(within(uploader).getByRole('button', { name: 'Add pictures' }), {
      dataTransfer: { files: [new File(['-'], 'notes.txt')] },
    });
    expect(await within(uploader).findByText(/notes\.txt is not a picture/)).toBeVisible();
  });

  it('are wanted before they are edited', async () => {
    await openComposer();
    await press('Upload Image(s)');
    const uploader = await screen.findByRole('dialog', { name: 'Upload Image(s)' });
    await user.click(within(uploader).getByRole('button', { name: 'Replace' }));
    expect(within(uploader).getByText('You have to at least upload one image before you can edit')).toBeVisible();
  });
});

describe('editing a post', () => {
  const picture = '/media/posts/old/card.webp';
  const post = {
    post_id: 'p1',
    post_type: 'post',
    owner_id: 'account-1',
    post_brief: 'A #draft',
    tags: '["draft","yoga"]',
    media_name: JSON.stringify([picture]),
    status: 'draft',
    post_active: 'draft',
    post_date: '',
    post_audience: 'interests',
    post_mature: 'yes',
  };

  async function openEditor(changes: object = {}) {
    const authorizations: (string | null)[] = [];
    server.use(
      http.get('*/api/get_feed_post/p1', () => done({ ...post, ...changes })),
      http.get('*/media/posts/old/full.jpg', ({ request }) => {
        authorizations.push(request.headers.get('authorization'));
        return new Response('-') as ReturnType<typeof done>;
      }),
    );
    renderAt('/feed?dialog=edit_post&post=p1', provider);
    await screen.findByLabelText('Caption');
    return authorizations;
  }

  it('begins with what it says, its pictures fetched in the name of its owner, and sends the whole of it', async () => {
    const sent = listening('update_feed_content');
    expect(await openEditor()).toEqual(['Bearer token-of-the-test']);
    expect(caption()).toHaveValue('A #draft');
    expect(screen.getByRole('img', { name: 'Picture 1 of 1' })).toHaveAttribute('src', 'blob:kept');
    await user.type(caption(), ' no more');
    await press('Next');
    expect(button('Remove yoga')).toBeVisible();
    await press('Next');
    expect(screen.getByRole('radio', { name: 'Draft' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Interests' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Now' }));
    await press('Post');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      iv_post_id: 'p1',
      iv_post_brief: 'A #draft no more',
      iv_tags: '["draft","yoga"]',
      iv_media_base: [picture],
      iv_post_active: 'now',
      iv_access: 'interests',
      iv_mature_content: 'yes',
    });
    // Options chosen while editing a post do not affect the next new post.
    expect(sessionStorage.getItem('post_option_data')).toBeNull();
  });

  it('loses nothing when the post came out meanwhile', async () => {
    listening('update_feed_content', () => refused(refusal));
    await openEditor({ status: 'active', post_active: 'schedule', post_date: '2030-05-01T12:00:00Z' });
    await press('Next');
    await press('Next');
    expect(screen.getByLabelText('Date and time')).toHaveValue('2030-05-01T08:00');
    await press('Schedule');
    expect(await screen.findByText(refusal)).toBeVisible();
    await press('Back');
    await press('Back');
    expect(caption()).toHaveValue('A #draft');
  });

  it('is refused for one that is out', async () => {
    server.use(http.get('*/api/get_feed_post/p1', () => done({ ...post, status: 'active', post_active: 'now' })));
    renderAt('/feed?dialog=edit_post&post=p1', provider);
    expect(await screen.findByText(/^This post is out already/)).toBeVisible();
  });

  it('waits until its pictures are there', async () => {
    server.use(
      http.get('*/api/get_feed_post/p1', () => done(post)),
      http.get('*/media/posts/old/full.jpg', () => failed(404)),
    );
    renderAt('/feed?dialog=edit_post&post=p1', provider);
    expect(await screen.findByText('The pictures of this post did not load.')).toBeVisible();
    server.use(http.get('*/media/posts/old/full.jpg', () => new Response('-') as ReturnType<typeof done>));
    await press('Try again');
    expect(await screen.findByLabelText('Caption')).toHaveValue('A #draft');
  });
});
