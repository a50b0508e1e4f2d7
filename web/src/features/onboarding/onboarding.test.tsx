import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AppointmentInfo } from '@/api';
import { paths } from '@/routing';
import { done, failed, http, member, provider, renderAt, server } from '@/test';
import { areDefaultHours, completedSteps } from './next-steps';

const named = { ...member, onboardUsername: true, username: 'ada_lovelace', phone: '441234567' };
const account = {
  owner_id: member.ownerId,
  name: 'Ada Lovelace',
  username: 'ada_lovelace',
  avatar: '',
  media_name: 'none',
  expertise: 'Mathematics',
  bio: 'Engines and numbers.',
  country: 'United Kingdom-GB',
  city: 'London',
  delivery_mode: 'remote',
  skills: '[]',
  languages: '[]',
  policy_perks: '[]',
};
const completeForm = {
  iv_category: 'research',
  iv_expertise: 'Mathematics',
  iv_contact_phone: '441234567',
  iv_country: 'United Kingdom-GB',
  iv_city: 'London',
  iv_currency: 'GBP-GB',
  iv_location_address: '12 St James Square',
  iv_delivery_mode: 'remote',
  iv_bio: 'Engines and numbers.',
};
const draftOf = (step: string, values: object) =>
  localStorage.setItem(`onboarding_draft:${step}:${member.ownerId}`, JSON.stringify(values));

describe('the name of a brand or business', () => {
  it('is kept while it is typed, sent with underscores, and leads on to the final step', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/update_username', async ({ request }) => {
        sent = await request.json();
        return done({ sessionData: named });
      }),
    );
    renderAt(paths.onboardUsername, member);
    await userEvent.type(await screen.findByLabelText('Brand/business name'), 'Ada Lovelace');
    cleanup();
    renderAt(paths.onboardUsername, member);
    expect(await screen.findByLabelText('Brand/business name')).toHaveValue('Ada Lovelace');
    expect(screen.getByText('Step 1 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByRole('link', { name: 'Create basic profile information' })).toHaveAttribute(
      'href',
      paths.onboardServiceProvider,
    );
    expect(sent).toEqual({ iv_username: 'Ada_Lovelace' });
    expect(localStorage.getItem(`onboarding_draft:username:${member.ownerId}`)).toBeNull();
  });
});

describe('the basic information', () => {
  it('starts with what is known: name, phone, and country with its currency', async () => {
    renderAt(paths.onboardServiceProvider, named);
    expect(await screen.findByLabelText('Contact phone')).toHaveValue('441234567');
    expect(screen.getByLabelText('Display name')).toHaveValue('Ada Lovelace');
    expect(screen.getByRole('heading', { name: 'Create basic information' })).toBeVisible();
    expect(screen.getByText('Step 2 of 2')).toBeVisible();
  });

  it('goes on to skills, as the other half of the last step', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_profile_info', () => done({ session_data: provider, session_changes: {} })),
      http.post('*/api/update_account_skills', async ({ request }) => {
        sent.push(await request.json());
        return done(null);
      }),
      http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
      http.get('*/api/get_provider_appointment_window', () => failed(404)),
      http.get('*/api/get_available_slots', () => done({ days: [] })),
    );
    draftOf('profile', completeForm);
    renderAt(paths.onboardServiceProvider, named);
    await userEvent.click(await screen.findByRole('button', { name: 'Become a service provider' }));
    expect(await screen.findByRole('heading', { name: 'List your skills and languages' })).toBeVisible();
    expect(screen.getByText('Step 2 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save skills update' }));
    expect(await screen.findAllByText('At least one data is required')).toHaveLength(2);
    // The first field with a problem gets the focus; typing before that would land in it.
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'English' })).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Skills'), 'Algebra,Geometry');
    await userEvent.click(screen.getByRole('checkbox', { name: 'French' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save skills update' }));
    expect(await screen.findByText('Basic info successfully updated !!!')).toBeVisible();
    expect(sent).toEqual([{ iv_languages: '["french"]', iv_skills: ['Algebra', 'Geometry'] }]);
  });

  it('ends on a page worth sharing, which the guard leaves alone until it is left', async () => {
    server.use(
      http.post('*/api/update_profile_info', () => done({ session_data: provider, session_changes: {} })),
      http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
      http.get('*/api/get_provider_appointment_window', () => failed(404)),
      http.get('*/api/get_available_slots', () => done({ days: [] })),
    );
    draftOf('profile', completeForm);
    const { place } = renderAt(paths.onboardServiceProvider, named);
    await userEvent.click(await screen.findByRole('button', { name: 'Become a service provider' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(await screen.findByText('Basic info successfully updated !!!')).toBeVisible();
    expect(screen.getByText('Well done, you are all set to start accepting clients.')).toBeVisible();
    expect(await screen.findByRole('link', { name: /\/p\/ada_lovelace$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^To do\s?Add your first service/ })).toHaveAttribute(
      'href',
      '/my_services?dialog=service_create',
    );
    expect(screen.getByText('0 of 4 done')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Share your page' }));
    expect(await screen.findByRole('dialog', { name: 'Share your page' })).toBeVisible();
    expect(place()).toBe(paths.onboardServiceProvider);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('link', { name: 'Got to dashboard' }));
    await waitFor(() => expect(place()).toBe(paths.myAccount));
  });
});

describe('a provider whose username the server made', () => {
  it('sees the page with an address that leads there', async () => {
    server.use(
      http.post('*/api/update_profile_info', () => done({ session_data: { ...provider, username: 'studio_norte' }, session_changes: {} })),
      http.get('*/api/get_provider_profile', () =>
        done({ account_data: { ...account, username: '' }, rating_summary: { rating: 0, reviews: 0 } }),
      ),
      http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
      http.get('*/api/get_provider_appointment_window', () => failed(404)),
      http.get('*/api/get_available_slots', () => done({ days: [] })),
    );
    draftOf('profile', completeForm);
    renderAt(paths.onboardServiceProvider, member);
    await userEvent.click(await screen.findByRole('button', { name: 'Become a service provider' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    const address = await screen.findByRole('link', { name: /\/p\/studio_norte$/ });
    expect(address).toHaveAttribute('href', '/p/studio_norte');
    await userEvent.click(screen.getByRole('button', { name: 'Share your page' }));
    expect(await screen.findByLabelText('Address of the page')).toHaveValue(`${window.location.origin}/p/studio_norte`);
  });
});

describe('what makes a page better', () => {
  const day = (name: string, status: string) => ({
    [`${name}_window_status`]: status,
    [`${name}_window_type`]: 'quota',
    [`${name}_quota_start_time`]: '09:00',
    [`${name}_quota_end_time`]: '17:00',
    [`${name}_quota_time_off`]: [],
    [`${name}_quota_duration`]: '30',
    [`${name}_quota_buffer`]: '10',
  });
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const first = Object.assign({}, ...weekdays.map((name) => day(name, 'open')), day('sunday', 'closed')) as AppointmentInfo;

  it('tells hours that somebody has changed from the first ones', () => {
    expect(areDefaultHours(first)).toBe(true);
    expect(areDefaultHours({ ...first, sunday_window_status: 'open' })).toBe(false);
    expect(areDefaultHours({ ...first, friday_quota_buffer: '0' })).toBe(false);
  });

  it('counts what is done', () => {
    const known = { account: account as never, services: 0, hours: first, hoursSeen: false };
    expect(completedSteps(known)).toEqual(new Set());
    expect(completedSteps({ ...known, services: 1, hoursSeen: true })).toEqual(new Set(['service', 'hours']));
  });
});
