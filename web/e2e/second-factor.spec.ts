import { createHmac } from 'node:crypto';
import { expect, test, type Page } from './fixtures';
import { openDevice } from './devices';
import { captureSizes } from './screenshots';
import { seedAccount } from './seeded-people';

/** The code of an authenticator app with this key, now and `ahead` steps from now (RFC 6238). */
function codeOf(key: string, ahead = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac('sha1', secret).update(step).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Gives the page's browser an authenticator that always verifies its user. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign_in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/sign_out');
  await expect(page).not.toHaveURL(/sign_out/);
}

async function signInWithPassword(page: Page, email: string, password: string): Promise<void> {
  await signOut(page);
  await givePassword(page, email, password);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
}

test('an authenticator app, a passkey and recovery codes are set up and sign in', async ({ browser, request, baseURL }) => {
  const person = await seedAccount(request, 'Nadia Kessler');
  const { email } = person.granted.session_data as unknown as { email: string };
  const password = person.password ?? '';
  // Passkeys belong to a name: 'localhost', not an address.
  const context = await openDevice(browser, 'desktop', { baseURL: (baseURL ?? '').replace('127.0.0.1', 'localhost') });
  const page = await context.newPage();
  await withAuthenticator(page);
  await givePassword(page, email, password);
  await expect(page).toHaveURL(/\/feed/);

  await page.goto('/security');
  await expect(page.getByRole('article', { name: 'Authenticator app' })).toBeVisible();
  await captureSizes(page, 'security-nothing-yet');
  await press(page, 'Set up');
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const key = (await dialog.locator('code').textContent()) ?? '';
  await captureSizes(page, 'security-set-up-app');
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByText('This code is not correct, or was used before')).toBeVisible();
  await dialog.getByLabel('Code').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Set up' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await captureSizes(page, 'security-recovery-codes');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(codes).toBeHidden();
  await press(page, 'Add a passkey');
  await expect(page.getByRole('article', { name: /^Passkey: / })).toBeVisible();
  await captureSizes(page, 'security-all-set-up');

  await signInWithPassword(page, email, password);
  await captureSizes(page, 'second-step');
  await page.getByLabel('Code').fill('000000');
  await press(page, 'Sign in');
  await expect(page.getByText('This code is not correct, or was used before')).toBeVisible();
  await page.getByLabel('Code').fill(codeOf(key, 1));
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/feed/);

  await signInWithPassword(page, email, password);
  await page.getByLabel('Code').fill(recovery);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/feed/);

  await signInWithPassword(page, email, password);
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/feed/);

  await signOut(page);
  await page.goto('/sign_in');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await captureSizes(page, 'sign-in-with-passkey');
  await press(page, 'Sign in with a passkey');
  await expect(page).toHaveURL(/\/feed/);

  await page.goto('/security');
  await expect(page.getByText('9 left')).toBeVisible();
  await page
    .getByRole('button', { name: /^Remove: / })
    .last()
    .click();
  await captureSizes(page, 'security-remove');
  await page
    .getByRole('dialog', { name: /^Remove: / })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByRole('article', { name: /^Passkey: / })).toBeHidden();
});
