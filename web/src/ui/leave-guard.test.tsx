import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, provider, renderAt, server } from '@/test';

const user = userEvent.setup();
const dialog = (name: string) => screen.findByRole('dialog', { name });
const asked = () => dialog('Discard your changes?');

beforeEach(() => {
  server.use(
    http.post('*/api/update_account_profile', () => done(null)),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
    http.get('*/api/get_account_profile', () =>
      done({
        account_data: { currency: 'EUR-DE', delivery_mode: 'remote', timezone: 'UTC', away: false, away_until: '', away_message: '' },
      }),
    ),
  );
});

describe('a form with unsaved input', () => {
  it('asks before another page is opened; the input stays, or is discarded', async () => {
    const { router, place } = renderAt(paths.myProfile, { ...member, phone: '' });
    const name = await screen.findByLabelText('Full name');
    await user.type(name, ' Byron');
    void router.navigate(paths.changePassword);
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(place()).toBe(paths.myProfile);
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lovelace Byron');
    void router.navigate(paths.changePassword);
    await user.click(within(await asked()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe(paths.changePassword));
  });

  it('asks nothing once it is saved, or where nothing was changed', async () => {
    const { router, place } = renderAt(paths.myProfile, { ...member, phone: '' });
    await user.type(await screen.findByLabelText('Full name'), ' Byron');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByText('Saved')).toBeInTheDocument());
    void router.navigate(paths.changePassword);
    await waitFor(() => expect(place()).toBe(paths.changePassword));
  });

  it('holds up a tab that is closed', async () => {
    renderAt(paths.myProfile, { ...member, phone: '' });
    await screen.findByLabelText('Full name');
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await user.type(screen.getByLabelText('Full name'), ' Byron');
    expect(closing()).toBe(true);
  });

  it('asks before its dialog is closed', async () => {
    const { place } = renderAt(`${paths.myServices}?dialog=service_create`, provider);
    const service = await screen.findByLabelText('Service');
    await user.type(service, 'Back massage');
    await user.keyboard('{Escape}');
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Service')).toHaveValue('Back massage');
    await user.keyboard('{Escape}');
    await user.click(within(await asked()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe(paths.myServices));
  });
});
