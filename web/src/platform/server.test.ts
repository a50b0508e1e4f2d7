import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { originOf, readChosenServer } from './chosen-server';
import { pathOnServer, serverAddress, serverOrigin } from './server';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('the server of the app', () => {
  beforeEach(() => {
    vi.stubGlobal('Capacitor', { isNativePlatform: () => true, DEBUG: false });
    vi.stubEnv('OPENHOURS_SERVER', 'https://openhours.example');
  });

  it('is the one of the build, whose pictures are asked for there', async () => {
    await readChosenServer();
    expect(serverOrigin()).toBe('https://openhours.example');
    expect(serverAddress('/media/avatars/1.webp')).toBe('https://openhours.example/media/avatars/1.webp');
    expect(serverAddress('data:image/png;base64,')).toBe('data:image/png;base64,');
  });

  it.each([
    ['/message?with=1', '/message?with=1'],
    ['https://openhours.example/p/zoe?tab=posts#top', '/p/zoe?tab=posts#top'],
    ['https://openhours.example.evil.test/p/zoe', null],
    ['http://openhours.example/p/zoe', null],
    ['//evil.test/p/zoe', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('knows the path of its own addresses alone: %s', (address, path) => {
    expect(pathOnServer(address)).toBe(path);
  });
});

it('in a browser the server is the page’s own, and addresses stay as they are', () => {
  vi.stubEnv('OPENHOURS_SERVER', 'https://openhours.example');
  expect(serverOrigin()).toBe(window.location.origin);
  expect(serverAddress('/media/avatars/1.webp')).toBe('/media/avatars/1.webp');
});

it.each([
  ['https://openhours.example/feed', 'https://openhours.example'],
  ['  openhours.example ', 'https://openhours.example'],
  ['http://192.168.1.4:8000', 'http://192.168.1.4:8000'],
  ['ftp://openhours.example', null],
  ['not a server', null],
  ['', null],
])('what a developer types names a server: %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin);
});
