import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '@/i18n';
import { paths } from '@/routing';
import { done, http, member, refused, renderAt, server } from '@/test';

const way = { in_app: true, email: true, push: true };
const preferences = { appointments: way, reminders: way, ratings: way, circle: way, posts: way, messages: way };

describe('the language', () => {
  beforeEach(() => server.use(http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' }))));
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
