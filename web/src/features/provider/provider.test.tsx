import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountData } from '@/api';
import { paths } from '@/routing';
import { lesson } from '@/test/booked-provider';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';

const account: AccountData = {
  owner_id: provider.ownerId,
  name: 'Ada Lovelace',
  username: 'ada_lovelace',
  email: 'ada@example.com',
  avatar: '',
  media_name: 'none',
  bio: 'Engines and numbers.',
  expertise: 'Mathematics lessons',
  skills: '["Algebra"]',
  languages: '["english"]',
  policy_perks: '[]',
  services: '[]',
  category: 'knowledge_and_skills_training',
  contact_phone: '441234567',
  phone_shown_to: 'booked',
  places: '[]',
  has_meeting_link: false,
  street_shown_to: 'booked',
  country: 'United Kingdom-GB',
  city: 'London',
  currency: 'GBP-GB',
  location_address: '12 St James Square',
  delivery_mode: 'remote',
  timezone: 'Europe/London',
  onboardProfile: true,
  auto_verification: 'verified',
  manual_verification: 'unverified',
  trusted_by: 0,
  away: false,
  away_until: '',
  away_message: '',
};

let shown: AccountData;
let sent: Record<string, unknown>[];

beforeEach(() => {
  shown = account;
  sent = [];
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: shown, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_profile', () => done({ account_data: shown })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
    http.get('*/api/get_provider_appointment_window', () => failed(404)),
    http.get('*/api/get_available_slots', () => done({ days: [] })),
    http.post('*/api/update_account_skills', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return done(null);
    }),
    http.post('*/api/update_account_policy_perks', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return done(null);
    }),
  );
});

const ownPage = `/p/${account.username}`;
const dialog = () => screen.findByRole('dialog');

async function openInfo(who?: Parameters<typeof renderAt>[1], address = ownPage) {
  renderAt(address, who);
  await userEvent.click(await screen.findByRole('tab', { name: 'Info' }));
}

describe('the next free time', () => {
  const offered = (id: string, duration: number) => ({ ...lesson, service_id: id, service: id, duration });
  const figure = async () => (await screen.findByText('next free time')).nextElementSibling;

  it('is that of the shortest service', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/get_account_provider_services', () => done({ account_services: [offered('long', 90), offered('short', 30)] })),
      http.get('*/api/get_next_free_slots', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('services') ?? '');
        return done({ next_free: { [account.owner_id]: '2999-11-24T12:00:00Z' }, times: {} });
      }),
    );
    renderAt(ownPage);
    await waitFor(async () => expect(await figure()).toHaveTextContent(/24/));
    expect(asked).toEqual(['short']);
  });

  it('is not shown without services', async () => {
    renderAt(ownPage);
    expect(await screen.findByText('no ratings yet')).toBeVisible();
    expect(screen.queryByText('next free time')).not.toBeInTheDocument();
  });
});

describe('the own page', () => {
  it('offers its owner to edit every section, and nobody else', async () => {
    await openInfo(provider);
    expect(await screen.findByRole('button', { name: 'Edit: What we do' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit: Business hours' })).toHaveAttribute('href', paths.appointmentBookingSettings);
    expect(screen.getByRole('button', { name: 'Edit: Technical expertise' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit: Policy & perks' })).toBeVisible();
  });

  it('is read-only to a visitor, even with the address of a dialog', async () => {
    await openInfo({ ...member, ownerId: 'somebody-else' }, `${ownPage}?dialog=skills`);
    expect(await screen.findByText('algebra')).toBeVisible();
    expect(screen.getByText('Fluent in English')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what is missing, to each in their words', async () => {
    shown = { ...account, expertise: '' };
    renderAt(ownPage, provider);
    expect(await screen.findByText('You are yet to complete your profile...')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Update profile' })).toHaveAttribute('href', paths.accountBasicInfo);
  });

  it('tells a visitor that nothing is there yet', async () => {
    shown = { ...account, expertise: '' };
    renderAt(ownPage);
    expect(await screen.findByText('This provider is yet to update their basic information.')).toBeVisible();
  });

  it('names empty skills and perks', async () => {
    shown = { ...account, skills: '[]', languages: '[]' };
    await openInfo(provider);
    expect(await screen.findByText('You have not listed any valuable skill.')).toBeVisible();
    expect(screen.getByText('You have not listed any perks & operational policies...')).toBeVisible();
  });

  it('shows five perks until all are asked for', async () => {
    shown = { ...account, policy_perks: JSON.stringify(['one', 'two', 'three', 'four', 'five', 'six']) };
    await openInfo(provider);
    expect(await screen.findByText('five')).toBeVisible();
    expect(screen.queryByText('six')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByText('six')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.queryByText('six')).toBeNull();
  });
});

describe('who a provider is', () => {
  it('the page is titled by the display name, with the username beside it', async () => {
    shown = { ...account, name: 'Studio Norte' };
    renderAt(ownPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'Studio Norte' })).toBeVisible();
    expect(screen.getByText('@ada_lovelace')).toBeVisible();
    expect(screen.getByText('Mathematics lessons')).toBeVisible();
  });

  it('the own profile form changes the name, and every part of the screen follows', async () => {
    server.use(
      http.post('*/api/update_profile_info', async ({ request }) => {
        const form = (await request.json()) as { iv_name: string };
        sent.push(form);
        shown = { ...account, name: form.iv_name };
        return done({ session_data: null, session_changes: { name: form.iv_name, phone: account.contact_phone } });
      }),
    );
    const { place } = renderAt(`${paths.myAccount}?dialog=profile`, provider);
    const field = await screen.findByLabelText('Display name');
    expect(field).toHaveValue('Ada Lovelace');
    fireEvent.change(field, { target: { value: 'Studio Norte' } });
    await userEvent.click(screen.getByRole('button', { name: 'Become a service provider' }));
    await waitFor(() => expect(place()).toBe(paths.myAccount));
    expect(sent[0]).toMatchObject({ iv_name: 'Studio Norte' });
    expect(await screen.findByRole('heading', { name: 'Studio Norte' })).toBeVisible();
    const sidebar = within(screen.getByRole('complementary'));
    expect(sidebar.getByText('Studio Norte')).toBeVisible();
    expect(sidebar.getByText('@ada_lovelace')).toBeVisible();
    expect(screen.queryByText('Ada Lovelace')).toBeNull();
  });
});

describe('updating skills', () => {
  it('adds by comma and Enter, drops duplicates and empty ones, and takes in what is still typed', async () => {
    renderAt(`${paths.myAccount}?dialog=skills`, provider);
    const input = await screen.findByLabelText('Skills');
    await userEvent.type(input, ' Geometry ,,algebra{Enter}Poetry');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'French' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save skills update' }));
    expect(await screen.findByText('Your skills were updated')).toBeVisible();
    expect(sent).toEqual([{ iv_languages: '["english","french"]', iv_skills: ['Algebra', 'Geometry', 'Poetry'] }]);
    await userEvent.type(input, 'Music');
    await userEvent.click(screen.getByRole('button', { name: 'Save skills update' }));
    await waitFor(() => expect(sent[1]).toMatchObject({ iv_skills: ['Algebra', 'Geometry', 'Poetry', 'Music'] }));
  });

  it('does not add what an input method still composes: its Enter chooses a word', async () => {
    renderAt(`${paths.myAccount}?dialog=skills`, provider);
    const input = await screen.findByLabelText('Skills');
    await userEvent.type(input, 'sūgaku');
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(input).toHaveValue('sūgaku');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(input).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Remove sūgaku' })).toBeVisible();
  });

  it('wants at least one skill and one language, and says so beside the fields', async () => {
    renderAt(`${paths.myAccount}?dialog=skills`, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Algebra' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'English' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save skills update' }));
    expect(await screen.findAllByText('At least one data is required')).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('is left by Done, which leads back to the page', async () => {
    const { place } = renderAt(`${paths.myAccount}?dialog=skills`, provider);
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(place()).toBe(paths.myAccount));
  });

  it('clears the session and asks to sign in after a 401', async () => {
    server.use(http.post('*/api/update_account_skills', () => failed(401)));
    const { place } = renderAt(`${paths.myAccount}?dialog=skills`, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Save skills update' }));
    await waitFor(() => expect(place()).toBe(paths.signIn));
    expect(localStorage.getItem('session_data')).toBeNull();
  });
});

describe('updating policy and perks', () => {
  it('adds at the top, fills in samples, empties, and hides its footer once saved', async () => {
    renderAt(`${paths.myAccount}?dialog=perks`, provider);
    const open = within(await dialog());
    await userEvent.type(open.getByLabelText('Policy or perk'), 'My own{Enter}');
    await userEvent.click(open.getByRole('button', { name: 'Generate sample' }));
    expect(open.getAllByRole('listitem')).toHaveLength(10);
    expect(open.getAllByRole('listitem')[0]).toHaveTextContent('My own');
    await userEvent.click(open.getByRole('button', { name: 'Generate sample' }));
    expect(open.getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(open.getByRole('button', { name: 'Delete all' }));
    expect(open.queryAllByRole('listitem')).toHaveLength(0);
    await userEvent.type(open.getByLabelText('Policy or perk'), 'First, tea{Enter}Then cake{Enter}');
    expect(open.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Then cake', 'First, tea']);
    await userEvent.click(open.getByRole('button', { name: 'Update policy / perks' }));
    expect(await open.findByText('Your policy & perks list was updated')).toBeVisible();
    expect(open.queryByRole('button', { name: 'Generate sample' })).toBeNull();
    expect(open.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(sent).toEqual([{ iv_policy_perks: ['Then cake', 'First, tea'] }]);
  });

  it('clears the session and asks to sign in after a 401', async () => {
    shown = { ...account, policy_perks: '["Tea"]' };
    server.use(http.post('*/api/update_account_policy_perks', () => failed(401)));
    const { place } = renderAt(`${paths.myAccount}?dialog=perks`, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Update policy / perks' }));
    await waitFor(() => expect(place()).toBe(paths.signIn));
  });
});

describe('updating the profile info', () => {
  it('starts from what is kept and leads back to the account', async () => {
    server.use(
      http.post('*/api/update_profile_info', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return done({ session_data: provider, session_changes: {} });
      }),
    );
    const { place } = renderAt(`${ownPage}?dialog=profile`, provider);
    const expertise = await screen.findByLabelText('Expertise');
    expect(expertise).toHaveValue('Mathematics lessons');
    await userEvent.clear(expertise);
    await userEvent.type(expertise, 'Algebra');
    await userEvent.click(screen.getByRole('button', { name: 'Become a service provider' }));
    await waitFor(() => expect(place()).toBe(paths.myAccount));
    expect(sent[0]).toMatchObject({ iv_expertise: 'Algebra', iv_country: 'United Kingdom-GB', iv_currency: 'GBP-GB' });
    expect(sent[0]).not.toHaveProperty('iv_timezone');
  });

  it('puts a refusal beside its field and keeps what was typed', async () => {
    server.use(http.post('*/api/update_profile_info', () => refused('', { iv_expertise: 'Another expertise, please' })));
    renderAt(paths.accountBasicInfo, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Become a service provider' }));
    expect(await screen.findByText('Another expertise, please')).toBeVisible();
    expect(screen.getByLabelText('Expertise')).toHaveValue('Mathematics lessons');
  });

  it('is part of onboarding for who is no provider yet', async () => {
    const { place } = renderAt(paths.accountBasicInfo, { ...member, onboardUsername: true });
    await waitFor(() => expect(place()).toBe(paths.onboardServiceProvider));
  });
});

describe('phone and street', () => {
  it('are shown where the provider allows it', async () => {
    await openInfo();
    expect(await screen.findByRole('link', { name: '+441234567' })).toHaveAttribute('href', 'tel:+441234567');
    expect(screen.getByText('12 St James Square')).toBeVisible();
    expect(screen.queryByText(/^Shown/)).toBeNull();
  });

  it('say when they are shown, and nothing where nobody sees them', async () => {
    shown = { ...account, contact_phone: '', location_address: '', phone_shown_to: 'nobody' };
    await openInfo();
    expect(await screen.findByText('Shown after you book')).toBeVisible();
    expect(screen.getByText('Street')).toBeVisible();
    expect(screen.queryByText('Phone')).toBeNull();
  });

  it('tell their owner who sees them, who chooses in the profile form', async () => {
    server.use(
      http.post('*/api/update_profile_info', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return done({ session_data: provider, session_changes: {} });
      }),
    );
    await openInfo(provider);
    expect(await screen.findAllByText('Shown to people with an accepted booking')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Edit: Contact' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Show my phone to' }));
    const phoneField = screen.getByRole('combobox', { name: 'Show my phone to' });
    const list = document.getElementById(phoneField.getAttribute('aria-controls') ?? '') ?? document.body;
    await userEvent.click(within(list).getByRole('option', { name: 'Everybody', hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Become a service provider' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ iv_phone_shown_to: 'everybody', iv_street_shown_to: 'booked' });
  });
});

describe('sharing the own page', () => {
  it('speaks in the first person and names sixteen places that open beside the app', async () => {
    renderAt(`${paths.myAccount}?dialog=share_page`, provider);
    const links = within(await dialog()).getAllByRole('link');
    expect(links).toHaveLength(16);
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link.getAttribute('rel')).toContain('noopener');
    }
    expect(decodeURIComponent(links[0]?.getAttribute('href') ?? '')).toMatch(
      /book a session with me.*hashtags=openhours,ada_lovelace&via=openhours/,
    );
  });
});
