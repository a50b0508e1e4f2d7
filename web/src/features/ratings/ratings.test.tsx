import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { done, failed, http, provider, renderAt, server } from '@/test';

const given = (rating: number, feedback: string) => ({
  rating,
  name: 'Ivo Marek',
  avatar: '',
  feedback,
  created_date: '2026-11-01T09:00:00Z',
});
const summary = { rating: 4.5, reviews: 1203, stars: { 1: 1, 2: 0, 3: 2, 4: 200, 5: 1000 } };

/** The panel's queries in order: stars and cursor. */
let requests: [string | null, string | null][];

function answering(pages: (stars: string | null, cursor: string | null) => unknown) {
  server.use(
    http.get('*/api/get_ratings_info/:ownerId', ({ request }) => {
      const params = new URL(request.url).searchParams;
      requests.push([params.get('rating'), params.get('cursor')]);
      return done(pages(params.get('rating'), params.get('cursor')));
    }),
  );
  renderAt('/my_ratings', provider);
}

beforeEach(() => {
  requests = [];
});

describe('ratings', () => {
  it('are counted by the server, filtered by the server, and continued by its cursor', async () => {
    answering((stars, cursor) => ({
      ratings_data: stars === '2' ? [] : [given(Number(stars ?? 5), cursor ? 'An older one' : stars ? `Of ${stars} stars` : 'The newest')],
      rating_summary: summary,
      next_cursor: stars || cursor ? null : 'older',
    }));
    expect(await screen.findByText('The newest')).toBeVisible();
    expect(screen.getByText('4.5')).toBeVisible();
    expect(screen.getByText('from 1,203 reviews')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('An older one')).toBeVisible();
    expect(screen.getByText('The newest')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();

    const filter = screen.getByRole('combobox', { name: 'Show ratings with' });
    const choices = within(filter).getAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual([
      'All ratings (1,203)',
      '5 stars (1,000)',
      '4 stars (200)',
      '3 stars (2)',
      '2 stars (0)',
      '1 star (1)',
    ]);
    await userEvent.selectOptions(filter, '4 stars (200)');
    expect(await screen.findByText('Of 4 stars')).toBeVisible();
    await userEvent.selectOptions(filter, '2 stars (0)');
    expect(await screen.findByText('no 2 stars ratings')).toBeVisible();
    expect(requests).toEqual([
      [null, null],
      [null, 'older'],
      ['4', null],
      ['2', null],
    ]);
  });

  it('of one review are said so, and of one star, too', async () => {
    answering((stars) => ({
      ratings_data: stars ? [] : [given(5, 'Good')],
      rating_summary: { rating: 5, reviews: 1, stars: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } },
      next_cursor: null,
    }));
    expect(await screen.findByText('from 1 review')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox'), '1 star (0)');
    expect(await screen.findByText('no 1 star ratings')).toBeVisible();
  });

  it('bring the one that an alert names into sight, from a later page too', async () => {
    const rated = (order_id: string) => ({ ...given(5, `Of ${order_id}`), order_id });
    server.use(
      http.get('*/api/get_ratings_info/:ownerId', ({ request }) => {
        const older = new URL(request.url).searchParams.get('cursor') !== null;
        return done({ ratings_data: [rated(older ? 'o1' : 'o2')], rating_summary: summary, next_cursor: older ? 'oldest' : 'older' });
      }),
    );
    renderAt('/my_ratings?review=o1', provider);
    expect((await screen.findByText('Of o1')).closest('li')).toHaveAttribute('aria-current', 'true');
    expect(screen.getByText('Of o2').closest('li')).not.toHaveAttribute('aria-current');
    expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  });

  it('say of which day the appointment was, and are answered once by their provider', async () => {
    const sent: unknown[] = [];
    let answered = {};
    server.use(
      http.get('*/api/get_ratings_info/:ownerId', () =>
        done({
          ratings_data: [{ ...given(2, 'Too late'), order_id: 'o1', appointment_date: '2026-05-03', ...answered }],
          rating_summary: summary,
          next_cursor: null,
        }),
      ),
      http.post('*/api/answer_rating', async ({ request }) => {
        sent.push(await request.json());
        answered = { answer: 'I am sorry', answered_date: '2026-11-02T09:00:00Z' };
        return done({ answer: 'I am sorry', answered_date: '2026-11-02T09:00:00Z' });
      }),
      http.post('*/api/remove_rating_answer', async ({ request }) => {
        sent.push(await request.json());
        answered = { answered_date: '2026-11-02T09:00:00Z' };
        return done({ answer: '', answered_date: '' });
      }),
    );
    renderAt('/my_ratings', provider);
    expect(await screen.findByText(/From an appointment on 3 May|From an appointment on May 3/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Answer the review of Ivo Marek' }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish answer' }));
    expect(await screen.findByText('This Field cannot be empty')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Your answer'), 'I am sorry');
    await userEvent.click(screen.getByRole('button', { name: 'Publish answer' }));
    const answer = await screen.findByRole('group', { name: 'Answer to the review of Ivo Marek' });
    expect(within(answer).getByText('I am sorry')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Answer the review of Ivo Marek' })).not.toBeInTheDocument();
    await userEvent.click(within(answer).getByRole('button', { name: 'Remove the answer to Ivo Marek' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the answer' }));
    await waitFor(() => expect(screen.queryByText('I am sorry')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Answer the review of Ivo Marek' })).not.toBeInTheDocument();
    expect(sent).toEqual([{ iv_order_id: 'o1', iv_answer: 'I am sorry' }, { iv_order_id: 'o1' }]);
  });

  it('may be none, or not load', async () => {
    server.use(http.get('*/api/get_ratings_info/:ownerId', () => failed(503, 'Temporary server issue')));
    renderAt('/my_ratings', provider);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.use(
      http.get('*/api/get_ratings_info/:ownerId', () =>
        done({ ratings_data: [], rating_summary: { rating: 0, reviews: 0, stars: {} }, next_cursor: null }),
      ),
    );
    await userEvent.click(retry);
    expect(await screen.findByText('You currently have no ratings from any clients.')).toBeVisible();
    expect(screen.getByText('no ratings yet')).toBeVisible();
    expect(screen.getByText('n/a')).toBeVisible();
  });
});
