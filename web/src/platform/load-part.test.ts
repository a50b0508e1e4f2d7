import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { http, HttpResponse, server } from '@/test';
import { loadPart } from './load-part';

const chunkMissing = new TypeError('Failed to fetch dynamically imported module: https://openhours.example/assets/Search-Ab1.js');
const page = (build: string) => HttpResponse.html(`<link rel="modulepreload" href="/assets/${build}.js" data-entry>`);
const reload = vi.fn();

/** Lets the pauses pass; the outcome is returned as a value. */
async function settled<T>(loading: Promise<T>, time: number): Promise<T | Error> {
  const outcome = loading.catch((error: unknown) => error as Error);
  await vi.advanceTimersByTimeAsync(time);
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  server.use(http.get('*/index.html', () => HttpResponse.html('<p>The same</p>')));
  vi.stubGlobal('location', { ...window.location, reload, origin: window.location.origin, href: window.location.href });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
  document.body.replaceChildren();
});

describe('a part of the bundle', () => {
  it('is asked for again after growing pauses', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(chunkMissing)
      .mockRejectedValueOnce(chunkMissing)
      .mockResolvedValue('part');
    const loading = loadPart(load);
    await vi.advanceTimersByTimeAsync(499);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    expect(await settled(loading, 1500)).toBe('part');
  });

  it('that never arrives is a ChunkLoadError with its name', async () => {
    const failure = await settled(
      loadPart(() => Promise.reject(chunkMissing)),
      6000,
    );
    expect(failure).toMatchObject({ name: 'ChunkLoadError', message: 'Loading chunk Search-Ab1 failed' });
    const style = await settled(
      loadPart(() => Promise.reject(new Error('Unable to preload CSS for /assets/Search-Ab1.css'))),
      6000,
    );
    expect(style).toMatchObject({ name: 'ChunkLoadError', code: 'CSS_CHUNK_LOAD_FAILED' });
  });

  it('is waited for no longer than 120 seconds', async () => {
    let outcome: unknown;
    loadPart(() => new Promise(() => undefined)).catch((error: unknown) => (outcome = error));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(outcome).toMatchObject({ name: 'ChunkLoadError' }));
  });
});

describe('after an update', () => {
  const failing = () =>
    settled(
      loadPart(() => Promise.reject(chunkMissing)),
      6000,
    );

  it('the page is loaded anew, once for each build', async () => {
    server.use(http.get('*/index.html', () => page('new')));
    await failing();
    await failing();
    expect(reload).toHaveBeenCalledOnce();
    server.use(http.get('*/index.html', () => page('newer')));
    await failing();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('it is not loaded anew under what somebody has typed', async () => {
    server.use(http.get('*/index.html', () => page('new')));
    const field = document.createElement('textarea');
    field.value = 'Half a thought';
    document.body.append(field);
    await failing();
    expect(reload).not.toHaveBeenCalled();
  });

  it('it is loaded anew beside the hidden copy of a growing field', async () => {
    server.use(http.get('*/index.html', () => page('new')));
    const copy = document.createElement('textarea');
    copy.setAttribute('aria-hidden', 'true');
    copy.value = 'Tell us what we should know.';
    document.body.append(copy);
    await failing();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('it is not loaded anew where site data is blocked: it would be loaded at each try', async () => {
    server.use(http.get('*/index.html', () => page('newest')));
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    await failing();
    expect(reload).not.toHaveBeenCalled();
    storage.mockRestore();
    await failing();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('it is not loaded anew when there is no other build', async () => {
    await failing();
    expect(reload).not.toHaveBeenCalled();
  });
});
