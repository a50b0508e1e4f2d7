import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { chosenTime } from '@/routing';
import { done, failed, http, member, renderAt, server } from '@/test';

const user = userEvent.setup();

const person = (provider_id: string, name: string, over: Record<string, unknown> = {}) => ({
  provider_id,
  owner_id: provider_id,
  name,
  username: name.toLowerCase().replace(' ', '_'),
  avatar: '',
  expertise: 'Physiotherapy',
  category: 'wellness',
  city: 'Berlin',
  country: 'Germany-DE',
  currency: 'EUR-DE',
  delivery_mode: 'hybrid',
  onboardProfile: true,
  manual_verification: 'verified',
  rating_all_avg: 4.8,
  rating_client_size: 12,
  trusted_by: 3,
  cheapest: 45,
  ...over,
});
const service = (provider_id: string, name: string) => ({
  service_id: `${provider_id} ${name}`,
  provider_id,
  service: name,
  duration: 50,
  cost: 45,
  currency: 'EUR-DE',
  delivery_mode: 'remote',
  brief: '',
  status: 'active',
});
const facets = {
  complete: false,
  counted: 57,
  category: [{ value: 'legal', count: 7 }],
  country: [{ value: 'DE', count: 40 }],
  city: [{ value: 'Berlin', count: 30 }],
  delivery_mode: [],
  language: [],
  min_rating: [{ value: '4', count: 20 }],
};
const page = (over: Record<string, unknown> = {}) => ({
  providers: [person('a', 'Mara Weiss')],
  services: [{ ...service('a', 'First assessment'), brief: 'Bring your reports.' }],
  facets,
  corrected: null,
  fewer_words: false,
  next_cursor: null,
  ...over,
});

const freeSlot = {
  appointment_slot_id: 'slot',
  provider_start_time: '2999-11-24T08:00:00Z',
  provider_end_time: '2999-11-24T09:00:00Z',
  client_start_time: '2999-11-24T08:00:00Z',
  client_end_time: '2999-11-24T09:00:00Z',
  duration: 60,
  alias: '',
  long_enough: true,
};
const nextFree = { ...freeSlot, run: [freeSlot] };

let requests: URLSearchParams[] = [];
let nextFreeRequests: Record<string, string>[] = [];
let answer: (params: URLSearchParams) => ReturnType<typeof done> | Promise<ReturnType<typeof done>>;

beforeEach(() => {
  requests = [];
  nextFreeRequests = [];
  answer = () => done(page());
  server.use(
    http.get('*/api/search', ({ request }) => {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams);
      return answer(searchParams);
    }),
    http.get('*/api/get_next_free_slots', ({ request }) => {
      const asked = new URL(request.url).searchParams;
      nextFreeRequests.push(Object.fromEntries(asked));
      const times = Object.fromEntries((asked.get('provider_ids') ?? '').split(',').map((id) => [id, id === 'a' ? nextFree : null]));
      return done({ next_free: {}, times });
    }),
  );
});

const lastRequest = () => Object.fromEntries(requests.at(-1) ?? []);

describe('the search', () => {
  it('shows who fits, with services, trust and the next free time', async () => {
    renderAt('/search');
    const card = await screen.findByRole('article', { name: 'Mara Weiss' });
    expect(within(card).getByRole('link', { name: 'Mara Weiss' })).toHaveAttribute('href', '/p/mara_weiss');
    expect(card).toHaveTextContent(/4\.8 \(12 reviews\)/);
    expect(card).toHaveTextContent('Trusted by 3');
    expect(card).toHaveTextContent(/First assessmentBring your reports\.50 mins/);
    expect(await within(card).findByRole('link', { name: /Next free: .*(24 Nov|Nov 24).* Book with Mara Weiss/ })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('≈ 57 providers');
  });

  it('asks for the next free time of the first shown service, on the day that is searched for, and says for which it is', async () => {
    const services = [
      service('a', 'First assessment'),
      { ...service('a', 'Follow-up'), service_id: 'second' },
      service('b', 'Contract check'),
    ];
    answer = () => done(page({ providers: [person('a', 'Mara Weiss'), person('b', 'Ivo Marin'), person('c', 'Li Wen')], services }));
    renderAt('/search?available_on=2999-11-24&free_from=17:00');
    expect(await screen.findByRole('link', { name: /Next free for First assessment: .*Book with Mara Weiss/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^No time for it that day/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Book with Li Wen/ })).not.toBeInTheDocument();
    expect(nextFreeRequests).toEqual([
      {
        provider_ids: 'a,b',
        services: [services[0]?.service_id, services[2]?.service_id].join(','),
        available_on: '2999-11-24',
        free_from: '17:00',
        timezone: expect.any(String) as string,
      },
    ]);
  });

  it('opens the booking with the service and its next free time', async () => {
    answer = () => done(page({ services: [{ ...service('a', 'First assessment'), delivery_mode: 'remote' }] }));
    const { place } = renderAt('/search');
    await user.click(await screen.findByRole('link', { name: /Next free: / }));
    expect(place()).toContain('dialog=book&provider=a');
    expect(chosenTime('a')).toEqual({ serviceId: 'a First assessment', mode: 'remote', slots: [freeSlot], day: '2999-11-24' });
  });

  it('says of a provider who is away until when', async () => {
    answer = () =>
      done(
        page({
          providers: [
            person('a', 'Mara Weiss', { away: true, away_until: '2031-01-05' }),
            person('b', 'Ivo Marin', { away: true, away_until: '' }),
            person('c', 'Li Wen'),
          ],
        }),
      );
    renderAt('/search');
    expect(await screen.findByRole('article', { name: 'Mara Weiss' })).toHaveTextContent('Away until January 5, 2031');
    expect(within(screen.getByRole('article', { name: 'Ivo Marin' })).getByText('Away')).toBeVisible();
    expect(screen.getByRole('article', { name: 'Li Wen' })).not.toHaveTextContent('Away');
  });

  it('begins with the favourite category, a filter like any other, until it is taken off', async () => {
    const liking = { ...member, fav_category: ['legal', 'wellness'], fav_services: ['Contract check'] };
    const { place } = renderAt('/search', liking);
    await user.click(await screen.findByRole('button', { name: 'Remove Industry: Legal' }));
    expect(requests.map((query) => Object.fromEntries(query))[0]).toEqual({ category: 'legal' });
    await waitFor(() => expect(lastRequest()).toEqual({}));
    expect(place()).toBe('/search');
    cleanup();
    const again = renderAt('/search', liking);
    expect(await screen.findByRole('article', { name: 'Mara Weiss' })).toBeVisible();
    expect(again.place()).toBe('/search');
  });

  it('begins with the favourite service where no category is one, and never overrules an address', async () => {
    const liking = { ...member, fav_services: ['Contract check'] };
    const { place } = renderAt('/search', liking);
    expect(await screen.findByRole('searchbox')).toHaveValue('Contract check');
    expect(place()).toBe('/search?q=Contract+check');
    cleanup();
    const asked = renderAt('/search?min_rating=4', liking);
    expect(await screen.findByRole('searchbox')).toHaveValue('');
    expect(asked.place()).toBe('/search?min_rating=4');
  });

  it('keeps words and filters in the address; Back takes the last filter away', async () => {
    const { router, place } = renderAt('/search');
    await user.type(await screen.findByRole('searchbox'), 'back pain');
    await waitFor(() => expect(place()).toBe('/search?q=back+pain'));
    await user.click(screen.getByRole('button', { name: 'Industry' }));
    const options = await screen.findByRole('dialog', { name: 'Industry' });
    await user.click(await within(options).findByRole('button', { name: /Legal\s*≈ 7/ }));
    await waitFor(() => expect(lastRequest()).toEqual({ q: 'back pain', category: 'legal' }));
    expect(place()).toBe('/search?q=back+pain&category=legal');
    await user.click(await screen.findByRole('button', { name: 'Rating' }));
    await user.click(await screen.findByRole('button', { name: /4 stars and more/ }));
    await screen.findByRole('button', { name: 'Rating: 4 stars and more' });
    expect(place()).toContain('min_rating=4');
    await router.navigate(-1);
    await waitFor(() => expect(place()).toBe('/search?q=back+pain&category=legal'));
    await screen.findByRole('button', { name: 'Rating' });
    await user.click(screen.getByRole('button', { name: 'Remove Industry: Legal' }));
    await waitFor(() => expect(place()).toBe('/search?q=back+pain'));
    expect(screen.getByRole('searchbox')).toHaveValue('back pain');
  });

  it('leaves the focus to whoever has moved it on from a closed filter', async () => {
    renderAt('/search');
    const chip = await screen.findByRole('button', { name: 'Industry' });
    await user.click(chip);
    fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Industry' }), { key: 'Escape' });
    const field = screen.getByRole('searchbox');
    field.focus();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('dialog', { name: 'Industry' })).not.toBeInTheDocument();
    expect(field).toHaveFocus();
  });

  it('shows no answer to words that are no longer there', async () => {
    const pending: (() => void)[] = [];
    answer = (params) => {
      if (params.get('q') === 'slow')
        return new Promise((resolve) => pending.push(() => resolve(done(page({ providers: [person('b', 'Stale Sam')] })))));
      return done(page());
    };
    renderAt('/search');
    const field = await screen.findByRole('searchbox');
    await user.type(field, 'slow');
    await waitFor(() => expect(pending).toHaveLength(1));
    await user.clear(field);
    await user.type(field, 'fast');
    expect(await screen.findByRole('article', { name: 'Mara Weiss' })).toBeVisible();
    pending[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Stale Sam')).not.toBeInTheDocument();
  });

  it('says which words were searched for instead of a typing error', async () => {
    answer = () => done(page({ corrected: 'physiotherapist' }));
    renderAt('/search?q=fisioterapist');
    expect(await screen.findByText('physiotherapist')).toBeVisible();
    expect(screen.getByText(/^Showing results for/)).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('fisioterapist');
  });

  it('says that those who are shown have most of the words', async () => {
    answer = () => done(page({ fewer_words: true }));
    renderAt('/search?q=physio+lima');
    expect(await screen.findByText('Nobody has all of these words; these have most.')).toBeVisible();
    expect(screen.getByRole('article', { name: 'Mara Weiss' })).toBeVisible();
  });

  it('offers to let go of each thing asked for when nobody fits', async () => {
    answer = (params) => done(page(params.size ? { providers: [], services: [] } : {}));
    const { place } = renderAt('/search?q=zzz&category=legal&max_cost=10');
    expect(await screen.findByText('Nobody fits this yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove “zzz”' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove “zzz”' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByText('Nobody fits this yet.')).toBeVisible());
    expect(place()).toBe('/search?category=legal&max_cost=10');
    await user.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    expect(await screen.findByRole('article')).toBeVisible();
    expect(place()).toBe('/search');
  });

  it('shows further pages under the first, also when one comes back to them', async () => {
    answer = (params) =>
      params.has('cursor') ? done(page({ providers: [person('b', 'Ivo Marin')], facets: null })) : done(page({ next_cursor: 'second' }));
    const { router } = renderAt('/search');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('article', { name: 'Ivo Marin' })).toBeVisible();
    expect(screen.getByRole('article', { name: 'Mara Weiss' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await router.navigate('/privacy_policy');
    await waitFor(() => expect(screen.queryByRole('searchbox')).not.toBeInTheDocument());
    await router.navigate(-1);
    expect(await screen.findByRole('article', { name: 'Ivo Marin' })).toBeVisible();
  });

  it('asks for an hour after five on the chosen day', async () => {
    answer = () => done(page({ facets: null }));
    renderAt('/search');
    await screen.findByRole('article', { name: 'Mara Weiss' });
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Available on' }));
    await user.click(await screen.findByRole('button', { name: 'Tomorrow' }));
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await user.click(await screen.findByRole('button', { name: /^From 5:00\sPM$/ }));
    await user.click(await screen.findByRole('button', { name: 'Length' }));
    await user.click(await screen.findByRole('button', { name: '1 hr' }));
    expect(await screen.findByRole('button', { name: 'Length: 1 hr' })).toBeVisible();
    await waitFor(() => expect(lastRequest()).toMatchObject({ free_from: '17:00', minutes: '60' }));
  });

  it('goes on looking for time on a day where nobody has it so far', async () => {
    answer = (params) =>
      params.has('cursor')
        ? done(page({ facets: null }))
        : done(page({ providers: [], services: [], facets: null, next_cursor: 'further' }));
    renderAt('/search?available_on=2999-11-24');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('article', { name: 'Mara Weiss' })).toBeVisible();
    expect(requests.at(-1)?.get('timezone')).toBeTruthy();
  });

  it('says that it cannot tell who has time, and asks again', async () => {
    const told = 'Who has time on that day cannot be shown right now.';
    answer = () => done({ ...page({ facets: null }), missing: ['availability'] }, told);
    renderAt('/search?available_on=2999-11-24');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(told);
    expect(screen.getByRole('article', { name: 'Mara Weiss' })).toBeVisible();
    answer = () => done(page({ facets: null }));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(told)).not.toBeInTheDocument());
  });

  it('counts what other values of a chosen filter would leave', async () => {
    renderAt('/search?category=wellness');
    await user.click(await screen.findByRole('button', { name: 'Industry: Wellness' }));
    expect(await screen.findByRole('button', { name: /Legal\s*≈ 7/ })).toBeVisible();
    expect(lastRequest()).toEqual({ limit: '1' });
  });

  it('can be asked for again when it did not load', async () => {
    answer = () => failed(503);
    renderAt('/search');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answer = () => done(page());
    await user.click(retry);
    expect(await screen.findByRole('article')).toBeVisible();
  });
});
