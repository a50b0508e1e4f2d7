import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureApi, writeStoredSession } from '@/api';
import { createStore } from '@/app/store';
import { done, failed, http, HttpResponse, provider, refused, server } from '@/test';
import { UploadQueue, type Upload } from './upload-queue';

const call = '*/api/upload_feed_media';
const picture = (name: string) => `data:image/jpeg;base64,${name}`;
const onUnavailable = vi.fn();

/** A queue over the app's own calls, signed in, with real XMLHttpRequests. */
function queueOf() {
  writeStoredSession(localStorage, { data: provider, loginExpired: false, guestToken: null });
  const { dispatch, getState } = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable,
  });
  const queue = new UploadQueue((data, onProgress) => {
    const sent = dispatch(pictureApi.endpoints.sendFeedMedia.initiate({ picture: data, onProgress }, { track: false }));
    return { name: sent.unwrap().then((answer) => answer.data.media_name), abort: () => sent.abort() };
  });
  return { queue, getState, at: (name: string) => queue.read().get(picture(name)) };
}

/** Answers that wait until the test releases them. */
function delayedAnswers() {
  const open: { name: string; bearer: string | null; signal: AbortSignal; answer: (response: Response) => void }[] = [];
  server.use(
    http.post(call, async ({ request }) => {
      const { iv_media_base } = (await request.json()) as { iv_media_base: string };
      return new Promise<HttpResponse<null>>((resolve) => {
        const name = iv_media_base.split(',')[1] ?? '';
        open.push({
          name,
          bearer: request.headers.get('authorization'),
          signal: request.signal,
          answer: (response) => resolve(response as HttpResponse<null>),
        });
      });
    }),
  );
  const answer = (name: string, response: Response = done({ media_name: `/media/posts/${name}/card.webp` })) =>
    open.find((one) => one.name === name)?.answer(response);
  return { open, answer, names: () => open.map(({ name }) => name) };
}

beforeEach(() => onUnavailable.mockReset());

describe('pictures on their way', () => {
  it('go two at once, with the bearer, and their names are told when all have arrived', async () => {
    const { open, answer, names } = delayedAnswers();
    const { queue, at } = queueOf();
    const pictures = ['a', 'b', 'c'].map(picture);
    queue.want(pictures);
    await waitFor(() => expect(names().sort()).toEqual(['a', 'b']));
    expect(open[0]?.bearer).toBe('Bearer token-of-the-test');
    expect(at('c')?.state).toBe('waiting');
    const arrived = queue.names(pictures);
    answer('a');
    await waitFor(() => expect(names()).toContain('c'));
    expect(at('a')).toMatchObject({ state: 'done', share: 1 });
    answer('b');
    answer('c');
    expect(await arrived).toEqual(['a', 'b', 'c'].map((name) => `/media/posts/${name}/card.webp`));
  });

  it('tell how far they are', async () => {
    const { answer, names } = delayedAnswers();
    const { queue, at } = queueOf();
    const updates: (Upload | undefined)[] = [];
    queue.subscribe(() => updates.push(at('a')));
    queue.want([picture('a')]);
    await waitFor(() => expect(names()).toEqual(['a']));
    answer('a');
    await waitFor(() => expect(at('a')?.state).toBe('done'));
    expect(updates.filter((upload) => upload?.state === 'sending').at(-1)?.share).toBe(1);
  });

  it.each([
    [413, failed(413, 'This image is too large.'), { kind: 'too_large', main_msg: 'This image is too large.' }],
    [415, failed(415, 'This is not an image.'), { kind: 'unsupported_media' }],
    [200, refused('', { iv_media_base: 'This image is empty.' }), { kind: 'refused', iv_msg: { iv_media_base: 'This image is empty.' } }],
    [
      429,
      HttpResponse.json(
        { status: false, message: { main_msg: 'Slow down.', iv_msg: {} }, data: null },
        { status: 429, headers: { 'Retry-After': '30' } },
      ),
      { kind: 'too_many', wait: 30 },
    ],
    [0, HttpResponse.error(), { kind: 'unavailable', status: 0 }],
  ])('say why when they fail (%i), leave the others alone, and can be tried again', async (_status, response, failure) => {
    const { answer, names } = delayedAnswers();
    const { queue, at } = queueOf();
    queue.want(['a', 'b'].map(picture));
    await waitFor(() => expect(names()).toHaveLength(2));
    answer('a', response);
    answer('b');
    await waitFor(() => expect(at('a')?.state).toBe('failed'));
    expect(at('a')?.failure).toMatchObject(failure);
    await waitFor(() => expect(at('b')?.state).toBe('done'));
    expect(await queue.names(['a', 'b'].map(picture))).toBeNull();
    expect(onUnavailable).not.toHaveBeenCalled();

    server.use(http.post(call, () => done({ media_name: '/media/posts/again/card.webp' })));
    queue.retry(picture('a'));
    await waitFor(() => expect(at('a')).toMatchObject({ state: 'done', name: '/media/posts/again/card.webp' }));
  });

  it('are given up when they are not wanted any more, and make room for others', async () => {
    const { answer, names } = delayedAnswers();
    const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort');
    const { queue, at } = queueOf();
    queue.want(['a', 'b', 'c'].map(picture));
    await waitFor(() => expect(names()).toHaveLength(2));
    queue.want(['b', 'c'].map(picture));
    await waitFor(() => expect(abort).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(names()).toContain('c'));
    expect(at('a')).toBeUndefined();
    answer('a');
    queue.stop();
    await waitFor(() => expect(abort).toHaveBeenCalledTimes(3));
    expect(queue.read().size).toBe(0);
  });

  it('that the server has are there already', async () => {
    const { queue } = queueOf();
    const name = '/media/posts/old/card.webp';
    queue.want([name]);
    expect(await queue.names([name])).toEqual([name]);
  });

  it('end the session when the login is over', async () => {
    server.use(http.post(call, () => failed(401)));
    const { queue, getState, at } = queueOf();
    queue.want([picture('a')]);
    await waitFor(() => expect(at('a')?.state).toBe('failed'));
    expect(getState().session.data.isAuthenticated).toBe(false);
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});
