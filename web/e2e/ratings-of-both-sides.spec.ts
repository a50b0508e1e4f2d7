import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { book, changeShownBookings, ownerIdOf, respond } from './bookings';
import { pick } from './people';
import { seedAccount, seedProvider } from './seeded-people';

const LATER = new Date(Date.now() + 13 * 86_400_000).toISOString();
const done = { status: true, message: { main_msg: '', iv_msg: {} } };

// Nobody can book the past, so the server has no completed session: what it would answer of one is set in its answers here.
test(
  'both sides rate: hidden at first, then together; the review is answered, and the answer reported',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client] = await Promise.all([seedProvider(request, 'Mara Weiss'), seedAccount(request, 'Ivo Marek')]);
    const booking = await book(request, provider, client);
    await respond(request, provider, booking, 'accepted', 'https://meet.example.com/mara');

    const said = { client: false, provider: false, answer: '' };
    const shown = (side: 'client' | 'provider') => {
      const both = said.client && said.provider;
      const hidden =
        both || !(said.client || said.provider) ? {} : { hidden_rating_by: said.client ? 'client' : 'provider', ratings_shown_at: LATER };
      const ofSession =
        said.client && (both || side === 'client')
          ? { complete_status: 'completed', rating: 4, feedback: 'Calm and clear' }
          : { complete_status: 'pending' };
      const ofClient = said.provider && (both || side === 'provider') ? { client_rating: 5, client_feedback: 'A pleasant client' } : {};
      const open = side === 'provider' && !said.provider ? { rate_client_by: LATER } : {};
      return { request_status: 'completed', rate_by: LATER, rating_answer: said.answer, ...hidden, ...ofSession, ...ofClient, ...open };
    };
    const [mine, theirs] = await Promise.all([visitor(browser, client, { size: 'phone' }), visitor(browser, provider)]);
    for (const [page, side] of [
      [mine, 'client'],
      [theirs, 'provider'],
    ] as const) {
      await changeShownBookings(page, (row) => ({ ...row, provider_start_time: '2026-05-03T09:00:00Z', ...shown(side) }));
      await page.route('**/api/create_appointment_rating*', (route) => {
        said.client = true;
        return route.fulfill({ json: { ...done, data: {} } });
      });
      await page.route('**/api/create_client_rating', (route) => {
        said.provider = true;
        return route.fulfill({ json: { ...done, data: {} } });
      });
      await page.route('**/api/answer_rating', (route) => {
        said.answer = (route.request().postDataJSON() as { iv_answer: string }).iv_answer;
        return route.fulfill({ json: { ...done, data: { answer: said.answer, answered_date: LATER } } });
      });
      await page.route('**/api/get_ratings_info/*', (route) => {
        const review = {
          rating: 4,
          name: 'Ivo Marek',
          avatar: '',
          feedback: 'Calm and clear',
          created_date: '2026-05-04T09:00:00Z',
          order_id: booking.order_id,
        };
        const rest = { appointment_date: '2026-05-03', answer: said.answer, answered_date: said.answer ? '2026-05-05T09:00:00Z' : '' };
        const summary = { rating: 4, reviews: 1, stars: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 } };
        return route.fulfill({
          json: { ...done, data: { ratings_data: [{ ...review, ...rest }], rating_summary: summary, next_cursor: null } },
        });
      });
    }
    const list = (name: string) => `/schedule_manager/${name}?dialog=booking&booking=${booking.order_id}`;

    await mine.goto(list('pending_review'));
    await pick(mine, 'Rating', /Very good/);
    await mine.getByLabel('Feedback').fill('Calm and clear');
    await mine.getByRole('button', { name: 'Submit rating' }).click();
    await expect(mine.getByText('Thank you. Your rating helps others to choose.')).toBeVisible();
    await expect(mine.getByText(/^Your rating is kept\. Mara Weiss sees it once they have rated too/)).toBeVisible();

    await theirs.goto(list('pending_review'));
    await expect(theirs.getByText(/^Ivo Marek has rated this appointment\. You see it once you have rated too/)).toBeVisible();
    await expect(theirs.getByText('Calm and clear')).toHaveCount(0);
    await pick(theirs, 'Rate Ivo Marek', /Excellent/);
    await theirs.getByLabel('About your client').fill('A pleasant client');
    await theirs.getByRole('button', { name: 'Submit rating of the client' }).click();
    await expect(theirs.getByRole('region', { name: 'What you said of Ivo Marek' })).toBeVisible();
    await expect(theirs.getByText('Calm and clear')).toBeVisible();

    await theirs.goto('/my_ratings');
    await expect(theirs.getByText('From an appointment on 3 May')).toBeVisible();
    await theirs.getByRole('button', { name: 'Answer the review of Ivo Marek' }).click();
    await theirs.getByLabel('Your answer').fill('Come again');
    await theirs.getByRole('button', { name: 'Publish answer' }).click();
    await expect(theirs.getByRole('group', { name: 'Answer to the review of Ivo Marek' })).toContainText('Come again');

    await mine.goto(list('completed_requests'));
    await expect(mine.getByRole('region', { name: 'Answer of Mara Weiss' })).toContainText('Come again');
    await mine
      .getByRole('region', { name: 'What Mara Weiss says of you' })
      .getByRole('button', { name: 'Report what Mara Weiss says of you' })
      .click();
    const report = mine.getByRole('dialog', { name: 'Report' });
    await report.getByRole('button', { name: 'Continue', exact: true }).click();
    await report.getByRole('radio', { name: 'Fraud & Scams' }).click();
    await report.getByRole('button', { name: 'Continue', exact: true }).click();
    await report.getByRole('button', { name: 'Skip' }).click();
    const sent = mine.waitForRequest('**/api/report_user_account');
    await report.getByRole('button', { name: 'Submit Report' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      iv_user_id: ownerIdOf(provider),
      iv_report_type: 'reviews',
      iv_report_issue_id: `${booking.order_id}.client`,
    });
    await expect(report.getByText('Your report was successfuly submitted')).toBeVisible();
  },
);
