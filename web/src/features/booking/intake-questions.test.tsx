import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { done, http, refused, renderAt, server } from '@/test';
import { account, lesson, week } from '@/test/booked-provider';

const asking = {
  ...lesson,
  duration: 30,
  questions: JSON.stringify([
    { question_id: 'injury', kind: 'short', text: 'Which injury?', required: true, options: [] },
    { question_id: 'side', kind: 'choice', text: 'Which side?', required: true, options: ['Left', 'Right'] },
    { question_id: 'letter', kind: 'file', text: 'A letter', required: false, options: [] },
  ]),
};
const user = userEvent.setup();

function found(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`there is no ${selector}`);
  return element;
}
let calls: string[];
let orders: Record<string, unknown>[];

beforeEach(() => {
  calls = [];
  orders = [];
  const start = (date: string) => ({
    provider_start_time: `${date}T09:00:00Z`,
    provider_end_time: `${date}T09:30:00Z`,
    client_start_time: `${date}T09:00:00Z`,
    client_end_time: `${date}T09:30:00Z`,
  });
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [asking] })),
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: week })),
    http.get('*/api/get_ratings_info/*', () => done({ ratings_data: [], rating_summary: { rating: null, reviews: 0 } })),
    http.get('*/api/get_next_free_times', () => done({ times: [] })),
    http.get('*/api/get_available_slots', ({ request }) => {
      const date = `${new URL(request.url).searchParams.get('from')?.slice(0, 8)}10`;
      return done({ days: [{ date, slots: [{ appointment_slot_id: 'slot', duration: 30, alias: '', ...start(date) }] }] });
    }),
    http.post('*/api/verify_guest_credentials', () => {
      calls.push('code');
      return done({ access_token: 'guest-token' });
    }),
    http.post('*/api/upload_intake_file', ({ request }) => {
      calls.push(`file by ${request.headers.get('authorization')}`);
      return done({ file_id: 'file-1', kind: 'pdf', width: 0, height: 0, size: 4 });
    }),
    http.post('*/api/create_appointment_order', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      return orders.length === 1
        ? refused('Please check the marked fields.', { iv_answer_injury: 'This Field is not valid' })
        : done({ booking_data: {} });
    }),
  );
});

it('a guest answers what is asked before the code is mailed, and a refusal stands beside its question', async () => {
  renderAt('/p/mara');
  await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
  await user.click(screen.getByRole('button', { name: 'Book session' }));
  await user.click(await screen.findByRole('button', { name: 'Month' }));
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await user.click(await screen.findByRole('button', { name: /10.*free time$/ }));
  await user.click(await waitFor(() => found('[data-start]')));
  await user.click(screen.getByRole('button', { name: 'Complete booking' }));
  const injury = await screen.findByRole('textbox', { name: 'Which injury?' });
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Gus Guest');
  await user.type(screen.getByRole('textbox', { name: /E-?mail/ }), 'gus@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  expect(await screen.findAllByText('This Field cannot be empty')).toHaveLength(2);
  expect(injury).toHaveFocus();
  expect(calls).toEqual([]);

  await user.type(injury, 'Knee');
  await user.click(within(screen.getByRole('radiogroup', { name: /Which side/ })).getByRole('radio', { name: 'Left' }));
  expect(screen.getByRole('button', { name: /^A letter/ })).toHaveTextContent('Choose a picture or a PDF');
  await user.upload(found('input[type=file]'), new File(['%PDF'], 'letter.pdf', { type: 'application/pdf' }));
  expect(screen.getByText('letter.pdf')).toBeVisible();
  expect(found('.tabler-icon-file-type-pdf')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  await user.type(await screen.findByRole('textbox', { name: /code/i }), '123456');
  await user.click(screen.getByRole('button', { name: 'Authenticate and confirm booking' }));
  expect(await screen.findByText('This Field is not valid')).toBeVisible();
  expect(injury).toHaveValue('Knee');
  await user.click(screen.getByRole('button', { name: 'Authenticate and confirm booking' }));
  await screen.findByText('Request sent');
  expect(calls).toEqual(['code', 'file by Bearer guest-token']);
  expect(JSON.parse(String(orders[1]?.['iv_answers']))).toEqual([
    { question_id: 'injury', answer: 'Knee' },
    { question_id: 'side', answer: 'Left' },
    { question_id: 'letter', answer: 'file-1' },
  ]);
});
