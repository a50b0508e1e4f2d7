import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '@/routing';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';
import { chooseLanguage } from '@/i18n';

describe('starter preferences', () => {
  it('keep industries and favourite services, also one that is still being typed', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/update_starter_preferences', async ({ request }) => {
        sent = await request.json();
        return done({ session_data: { ...member, fav_category: ['legal'], fav_services: ['haircut'] } });
      }),
    );
    const { place } = renderAt(paths.starterPreferences, member);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Legal' }));
    await userEvent.type(screen.getByLabelText('Favourite services'), 'haircut,Haircut,piano lesson');
    await userEvent.click(screen.getByRole('button', { name: 'Save and go to the feed' }));
    await waitFor(() => expect(place()).toBe(paths.feed));
    expect(sent).toEqual({ iv_fav_category: '["legal"]', iv_fav_services: ['haircut', 'piano lesson'] });
  });

  it('stand for everything when nothing is picked', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/update_starter_preferences', async ({ request }) => {
        sent = await request.json();
        return refused('Not now, please.');
      }),
    );
    renderAt(paths.starterPreferences, member);
    await userEvent.click(await screen.findByRole('button', { name: 'Save and go to the feed' }));
    expect(await screen.findByText('Not now, please.')).toBeVisible();
    expect(sent).toEqual({ iv_fav_category: '["all"]', iv_fav_services: ['all'] });
  });
});

const lesson = {
  service_id: 's1',
  provider_id: provider.ownerId,
  service: 'Algebra lesson',
  duration: 60,
  cost: 40,
  currency: 'EUR-DE',
  delivery_mode: 'remote',
  brief: '',
  status: 'active',
};

describe('another currency', () => {
  let sent: Record<string, unknown>[];

  beforeEach(() => {
    sent = [];
    const settings = { currency: 'EUR-DE', fee_policy: 'negotiable', payment_methods: '["cash"]', payment_note: 'At the door.' };
    server.use(
      http.get('*/api/get_appointment_finance_settings', () => done({ finance_settings: settings })),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson] })),
      http.post('*/api/update_appointment_finance_settings', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return done({ finance_settings: { ...settings, currency: 'GBP-GB' } });
      }),
    );
  });

  it('is offered to the services that are priced in the one before', async () => {
    renderAt(paths.appointmentFinanceSettings, provider);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Currency' }));
    await userEvent.click(await screen.findByRole('option', { name: 'United Kingdom (GBP)', hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to GBP?' }));
    expect(sent[0]).toMatchObject({ iv_currency: 'GBP-GB' });
    expect(dialog.getByLabelText('Algebra lesson')).toHaveValue('40');
    await userEvent.click(dialog.getByRole('button', { name: 'Leave as it is' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

const all = { in_app: true, email: true, push: true };
const preferences = { appointments: all, reminders: all, ratings: all, circle: all, posts: all, messages: { ...all, email: false } };

describe('the notification settings', () => {
  it('show what is stored, and switch one channel of one kind', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' })),
      http.post('*/api/update_notification_preferences', async ({ request }) => {
        sent.push(await request.json());
        return done({ preferences, language: 'english' });
      }),
    );
    renderAt(paths.mySettings, member);
    const switches = await within(await screen.findByRole('table')).findAllByRole<HTMLInputElement>('switch');
    expect(switches.filter((each) => !each.checked).map((each) => each.getAttribute('aria-label'))).toEqual(['Messages: E-mail']);
    expect(screen.queryByRole('switch', { name: 'Posts: E-mail' })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Appointments: In the app' }));
    await waitFor(() => expect(sent).toEqual([{ iv_preferences: { appointments: { in_app: false } } }]));
  });

  it.each([
    ['a browser, where nothing is pushed', undefined, 0],
    ['the app of a phone', { isNativePlatform: () => true }, 6],
  ])('have push switches only where push exists: in %s', async (_where, capacitor, count) => {
    vi.stubGlobal('Capacitor', capacitor);
    // Capacitor's own code arrives at some moment after the start, and asks for the phone's bridge itself.
    vi.stubGlobal('androidBridge', capacitor && {});
    if (capacitor) await import('@capacitor/core');
    onTestFinished(() => void vi.unstubAllGlobals());
    server.use(http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' })));
    renderAt(paths.mySettings, member);
    await screen.findByRole('switch', { name: 'Messages: In the app' });
    expect(screen.queryAllByRole('switch', { name: /: Push$/ })).toHaveLength(count);
    expect(screen.queryAllByRole('columnheader', { name: 'Push' })).toHaveLength(count ? 1 : 0);
  });
});

const here = {
  login_id: 'here',
  this_device: true,
  browser: 'Firefox',
  system: 'Windows',
  timezone: 'Europe/Lisbon',
  signed_in_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-01T10:00:00Z',
};
const phone = { ...here, login_id: 'phone', this_device: false, browser: 'Safari', system: 'iPhone', timezone: 'America/New_York' };
const unknown = { ...here, login_id: 'unknown', this_device: false, browser: '', system: '', timezone: '' };

function serve(...logins: object[]) {
  let left = logins;
  server.use(
    http.get('*/api/get_active_logins', () => done({ logins: left })),
    http.post('*/api/end_login', async ({ request }) => {
      const { iv_login_id } = (await request.json()) as { iv_login_id: string };
      left = left.filter((each) => (each as typeof here).login_id !== iv_login_id);
      return done(null, 'That device is signed out.');
    }),
    http.post('*/api/end_other_logins', () => {
      left = [here];
      return done({ ended: 2 }, 'You are signed out on every other device.');
    }),
  );
}

it('lists the devices, marks this one and signs one out', async () => {
  serve(here, phone, unknown);
  renderAt('/devices_and_logins', member);
  const own = await screen.findByRole('article', { name: 'Firefox on Windows' });
  expect(own).toHaveTextContent('Time zone Lisbon');
  expect(own).toHaveTextContent('This device');
  expect(within(own).queryByRole('button')).toBeNull();
  expect(screen.getByRole('article', { name: 'Unknown device' })).not.toHaveTextContent('Time zone');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out: Safari on iPhone' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Safari on iPhone' })).toBeNull());
  expect(screen.getByRole('article', { name: 'Unknown device' })).toBeVisible();
});

it('signs out all others at once, and says when there is no other', async () => {
  serve(here, phone, unknown);
  renderAt('/devices_and_logins', member);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
  expect(await screen.findByText('You are signed in on no other device.')).toBeVisible();
});

it('offers to try again when the list does not come', async () => {
  server.use(http.get('*/api/get_active_logins', () => failed(503)));
  renderAt('/devices_and_logins', member);
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});

const address = `${paths.unsubscribe}?token=a-secret.posts`;
const button = { name: 'Stop these mails' };

describe('the unsubscribe page', () => {
  it('stops the mails when it is asked to, and not before', async () => {
    const requests: string[] = [];
    server.use(
      http.post('*/api/unsubscribe_mail', ({ request }) => {
        requests.push(new URL(request.url).searchParams.get('token') ?? '');
        return done({ kind: 'posts' });
      }),
    );
    renderAt(address);
    expect(await screen.findByText(/“Posts”/)).toBeVisible();
    expect(requests).toEqual([]);
    await userEvent.click(screen.getByRole('button', button));
    expect(await screen.findByRole('status')).toHaveTextContent('“Posts”');
    expect(screen.getByRole('link', { name: 'To the feed' })).toHaveAttribute('href', paths.feed);
    expect(requests).toEqual(['a-secret.posts']);
  });

  it('leads a member on to the settings', async () => {
    renderAt(address, member);
    expect(await screen.findByRole('link', { name: 'All settings' })).toHaveAttribute('href', paths.mySettings);
  });

  it('says when the link is not known, or not whole', async () => {
    server.use(http.post('*/api/unsubscribe_mail', () => failed(404, 'There is nothing here.')));
    renderAt(address);
    await userEvent.click(await screen.findByRole('button', button));
    expect(await screen.findByRole('alert')).toHaveTextContent('not complete');
    expect(screen.queryByRole('button', button)).toBeNull();
  });

  it('can be tried again when the server is away', async () => {
    server.use(http.post('*/api/unsubscribe_mail', () => failed(503), { once: true }));
    renderAt(address);
    await userEvent.click(await screen.findByRole('button', button));
    // The toast with the same words comes earlier: before the button can be pressed again.
    expect(await within(screen.getByRole('main')).findByText('Temporary server issue')).toBeVisible();
    server.use(http.post('*/api/unsubscribe_mail', () => done({ kind: 'posts' })));
    await userEvent.click(screen.getByRole('button', button));
    expect(await screen.findByRole('heading', { name: 'Done' })).toBeVisible();
  });

  it('offers nothing without a token', async () => {
    renderAt(paths.unsubscribe);
    expect(await screen.findByRole('alert')).toHaveTextContent('not complete');
  });
});

const way = { in_app: true, email: true, push: true };
const allOn = { appointments: way, reminders: way, ratings: way, circle: way, posts: way, messages: way };

describe('the language', () => {
  beforeEach(() => server.use(http.get('*/api/get_notification_preferences', () => done({ preferences: allOn, language: 'english' }))));
  afterEach(() => chooseLanguage('en'));

  it('changes on this device and for the mails and alerts of the account', async () => {
    let sent: Record<string, string> = {};
    server.use(
      http.post('*/api/update_language', async ({ request }) => {
        sent = (await request.json()) as Record<string, string>;
        return done({ language: 'french' });
      }),
    );
    renderAt(paths.mySettings, member);
    await userEvent.selectOptions(await screen.findByLabelText('Language'), 'fr');
    await waitFor(() => expect(sent).toMatchObject({ iv_language: 'french' }));
    // Alerts and mails write times on the clock of the French screens.
    expect(JSON.parse(sent['iv_device_data'] ?? '{}')).toMatchObject({ language: 'fr', hour_cycle: 'h23' });
    expect(await screen.findByLabelText('Langue')).toHaveValue('fr');
  });

  it('says when the server does not take it', async () => {
    server.use(http.post('*/api/update_language', () => refused('Not now, please.')));
    renderAt(paths.mySettings, member);
    await userEvent.selectOptions(await screen.findByLabelText('Language'), 'es');
    expect(await screen.findByText('Not now, please.')).toBeVisible();
  });
});
