import { expect, longUnless, test, type APIRequestContext, type Page } from '../fixtures';
import { book } from '../bookings';
import { newPerson, pick, type Person } from '../people';
import { sampleImages } from '../png';
import { call, seedAccount, seedProvider, type SeededPerson } from '../seeded-people';
import { withPolicy } from '../../build/native-security-policy.ts';
import { appOrigin, Phone } from './phone';

/** How the phone keeps a session: in its secure storage, apart for each server. */
function signIn(phone: Phone, server: string, { granted }: SeededPerson): void {
  const keep = (key: string, value: string) => phone.secure.set(`session of ${server}: ${key}`, value);
  keep('session_data', JSON.stringify({ ...granted.session_data, isAuthenticated: true }));
  keep('access_token', granted.access_token);
  keep('access_token_expiry', granted.access_token_expiry);
  phone.preferences.set('installed', 'true');
}

async function signUp(request: APIRequestContext, { name, email, password }: Person): Promise<SeededPerson> {
  const granted = await call<SeededPerson['granted']>(request, 'sign_up', {
    iv_name: name,
    iv_email: email,
    iv_password: password,
    iv_device_data: '{}',
  });
  return { granted, username: '' };
}

/** How many devices of the account take push messages. */
async function deviceCount(request: APIRequestContext, person: SeededPerson): Promise<number> {
  const token = person.granted.access_token;
  return (await call<{ devices: number }>(request, 'remove_push_token', { iv_token: 'no such token' }, token)).devices;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const pathOf = (page: Page) => page.url().replace(appOrigin, '');

let server = '';
test.beforeEach(({ baseURL }) => {
  server = baseURL ?? '';
});

for (const platform of ['android', 'ios'] as const) {
  test(
    `the app begins at its landing page, and signs in and out, with the token in secure storage (${platform})`,
    longUnless(platform === 'android'),
    async ({ browser, request }) => {
      const person = newPerson('Noor Haddad');
      const account = await signUp(request, person);
      const phone = await Phone.with(browser, { platform, server });
      const { page } = phone;
      await phone.start();
      await expect(page).toHaveURL(`${appOrigin}/mobile_home`);
      await expect.poll(() => phone.called('SplashScreen', 'hide').length).toBeGreaterThan(0);

      await page.goto('/sign_in');
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(/\/feed/);
      await expect
        .poll(() => [...phone.secure.keys()].sort())
        .toEqual(['access_token', 'access_token_expiry', 'login_checked', 'session_data'].map((key) => `session of ${server}: ${key}`));
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(stored).not.toContain(phone.secure.get(`session of ${server}: access_token`));
      await expect.poll(() => deviceCount(request, account)).toBe(1);

      // The guard of the first page already knows who is signed in.
      await page.goto('/my_bookmarks');
      await expect(page).toHaveURL(`${appOrigin}/my_bookmarks`);

      // The push service renews the token: the new one is registered, and the old one goes.
      const renewed = page.waitForResponse(
        (response) => response.url().endsWith('/api/remove_push_token') && response.request().method() === 'POST',
      );
      const replaced = phone.pushToken;
      await phone.renewPushToken();
      expect((await renewed).request().postDataJSON()).toMatchObject({ iv_token: replaced, iv_platform: platform });
      await expect.poll(() => deviceCount(request, account)).toBe(1);

      await page.goto('/sign_out');
      await expect(page).toHaveURL(`${appOrigin}/mobile_home`);
      await expect.poll(() => [...phone.secure.keys()]).toEqual([]);
      expect(phone.called('PushNotifications', 'unregister')).toHaveLength(1);
      expect(phone.faults).toEqual([]);
    },
  );
}

test('a tapped push message opens its page at once, with the tabs, and Back leads into the app', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await book(request, provider, client);
  const phone = await Phone.with(browser, { server, tapped: { url: '/alerts', notification_id: '1' } });
  signIn(phone, server, provider);
  const { page } = phone;
  await phone.start();
  await expect(heading(page, 'Alerts')).toBeVisible();
  expect(pathOf(page)).toBe('/alerts');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Alerts, 1 new' })).toBeVisible();
  await expect.poll(() => phone.called('Badge', 'set').map(({ options }) => options)).toContainEqual({ count: 1 });

  await phone.emit('App', 'backButton', { canGoBack: true });
  await expect(page).toHaveURL(/\/feed/);
  expect(phone.faults).toEqual([]);
});

test('a link of the server opens its page, also while the app runs; a link elsewhere does not', async ({ browser, request }) => {
  const provider = await seedProvider(request, 'Nadia Kessler');
  const link = `${server}/p/${provider.username}`;
  const phone = await Phone.with(browser, { server, launchUrl: link });
  const { page } = phone;
  await phone.start();
  await expect(heading(page, /Nadia Kessler/)).toBeVisible();
  expect(pathOf(page)).toBe(`/p/${provider.username}`);

  await phone.emit('App', 'appUrlOpen', { url: 'https://elsewhere.example/search' });
  await phone.emit('App', 'appUrlOpen', { url: `${server}/search` });
  await expect(page).toHaveURL(`${appOrigin}/search`);

  // Shared links are the server's, not the app's own.
  await page.goto(`/p/${provider.username}`);
  await page
    .getByRole('button', { name: /^Share/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Share with an app' }).click();
  await expect.poll(() => phone.called('Share', 'share').map(({ options }) => options['url'])).toEqual([link]);
  expect(phone.faults).toEqual([]);
});

test(
  'Back closes the sheet first, then shows the page before, and from the first page the app goes to the background',
  { tag: '@long' },
  async ({ browser, request }) => {
    const phone = await Phone.with(browser, { server });
    signIn(phone, server, await seedAccount(request, 'Ivo Marek'));
    const { page } = phone;
    await phone.start();
    await expect(page).toHaveURL(/\/feed/);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/search/);
    await page.getByRole('button', { name: /^Menu/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await phone.emit('App', 'backButton', { canGoBack: true });
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(pathOf(page)).toContain('/search');
    await phone.emit('App', 'backButton', { canGoBack: true });
    await expect(page).toHaveURL(/\/feed/);
    expect(phone.called('App', 'minimizeApp')).toHaveLength(0);
    await phone.emit('App', 'backButton', { canGoBack: false });
    await expect.poll(() => phone.called('App', 'minimizeApp').length).toBe(1);

    // An open keyboard leaves no room for the tabs.
    await phone.emit('Keyboard', 'keyboardWillShow', { keyboardHeight: 300 });
    await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeHidden();
    await phone.emit('Keyboard', 'keyboardWillHide', undefined);
    await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeVisible();
    expect(phone.faults).toEqual([]);
  },
);

test(
  'the app starts without a network, and its page loads by itself when the network is back',
  { tag: '@long' },
  async ({ browser, request }) => {
    const provider = await seedProvider(request, 'Nadia Kessler');
    const phone = await Phone.with(browser, { server });
    signIn(phone, server, provider);
    const { page } = phone;
    await phone.setConnected(false);
    await phone.start();
    await page.goto('/my_circle');
    await expect(heading(page, /circle/i)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await phone.setConnected(true);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(phone.faults).toEqual([]);
  },
);

test('the camera takes the avatar, and the calendar file goes to the share sheet', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const phone = await Phone.with(browser, { server });
  signIn(phone, server, provider);
  const { page } = phone;
  await phone.start();
  await page.goto('/my_settings');
  await page.getByRole('button', { name: 'Change picture' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Save avatar' });
  await dialog.getByRole('button', { name: 'Take a photo' }).click();
  await expect.poll(() => phone.called('Camera', 'takePhoto').length).toBe(1);
  await expect(dialog.getByRole('button', { name: 'Update Avatar' })).toBeDisabled();
  phone.photo = sampleImages.portrait.buffer;
  await dialog.getByRole('button', { name: 'Take a photo' }).click();
  await dialog.getByRole('button', { name: 'Update Avatar' }).click();
  await expect(page.getByText('Your picture was updated')).toBeVisible();
  expect(phone.called('Haptics', 'notification').map(({ options }) => options['type'])).toContain('SUCCESS');

  // The server names pictures by their paths: they come from it, not from the app.
  await page.goto(`/p/${provider.username}`);
  const avatar = page.getByRole('main').locator(`img[src^="${server}/media/"]`).first();
  const shown = (image: HTMLImageElement) => ({
    from: image.currentSrc && new URL(image.currentSrc).origin,
    isThere: image.complete && image.naturalWidth > 0,
  });
  await expect.poll(() => avatar.evaluate(shown)).toEqual({ from: server, isThere: true });

  // Not before: the app would show the request over the settings.
  await book(request, provider, client);
  await page.goto('/schedule_manager/pending_requests');
  await page.getByRole('button', { name: 'Review', exact: true }).first().click();
  const review = page.getByRole('dialog');
  await pick(page, 'Your response', 'Accept');
  await review.getByLabel('Meeting link').fill('https://meet.example.com/room/42');
  await review.getByRole('button', { name: 'Submit response' }).click();
  await review.getByRole('button', { name: 'Add to device calendar' }).click();
  await expect.poll(() => phone.called('Share', 'share').map(({ options }) => options['files'])).toHaveLength(1);
  const [[name, content] = ['', '']] = phone.files;
  expect(name).toMatch(/\.ics$/);
  expect(Buffer.from(content, 'base64').toString()).toContain('BEGIN:VCALENDAR');
  expect(phone.called('Share', 'share')[0]?.options['files']).toEqual([`file:///data/cache/${name}`]);
  expect(phone.faults).toEqual([]);
});

test('a developer changes to another server, and each keeps its own sign-in', { tag: '@long' }, async ({ browser, request }) => {
  const other = server.replace('127.0.0.1', 'localhost');
  const phone = await Phone.with(browser, { server, other });
  signIn(phone, server, await seedAccount(request, 'Ivo Marek'));
  const { page } = phone;
  await page.goto('/my_settings');
  await page.getByRole('link', { name: /^Developer/ }).click();
  const address = page.getByLabel('Server');
  const use = page.getByRole('button', { name: 'Use this server' });
  await address.fill('ftp://openhours.example');
  await use.click();
  await expect(address).toHaveAccessibleDescription(/./);
  const asked = page.waitForRequest((one) => one.url().startsWith(`${other}/api/`));
  await address.fill(other);
  await use.click();
  await expect(page).toHaveURL(`${appOrigin}/mobile_home`);
  await page.goto('/search');
  await asked;
  await expect(page.getByRole('searchbox').first()).toBeVisible();

  await page.goto('/developer');
  await expect(address).toHaveValue(other);
  await address.fill(server);
  await use.click();
  await expect(page).toHaveURL(`${appOrigin}/feed`);
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Alerts/ })).toBeVisible();
  expect(phone.faults).toEqual([]);
});

test('the page of the app has the policy of the gateway’s pages', async ({ request }) => {
  const rules = (policy: string) => new Map(policy.split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule]));
  const answer = await request.get('/index.html');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(withPolicy(await answer.text(), [server])) ?? [];
  const [own, gateways] = [rules(policy), rules(answer.headers()['content-security-policy'] ?? '')];
  for (const name of ['connect-src', 'img-src', 'frame-ancestors', 'upgrade-insecure-requests', 'report-to', 'report-uri']) {
    own.delete(name);
    gateways.delete(name);
  }
  expect(own).toEqual(gateways);
  expect(own.get('script-src')).toContain("'sha256-");
});
