import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, failed, http, HttpResponse, provider, renderAt, server } from '@/test';

const user = userEvent.setup();
const soon = new Date(Date.now() + 86_400_000).toISOString();
const booking = {
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: '',
  user_category: 'guest',
  name: 'Gus Guest',
  email: '',
  guest_name: 'Gus Guest',
  guest_email: 'gus@example.com',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: '',
  services: '[]',
  request_status: 'pending',
  complete_status: 'pending',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: soon,
  provider_start_time: soon,
  provider_end_time: soon,
  client_start_time: soon,
  client_end_time: soon,
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'remote',
  delivery_location: '',
  session_time: '[]',
  has_answers: true,
};
const answer = (question_id: string, text: string, file: object | null) => ({
  question_id,
  service_id: 's',
  service: 'Lesson',
  kind: 'file',
  text,
  required: false,
  options: [],
  answer: '',
  file,
});
const letter = answer('letter', 'Your doctor’s letter?', { file_id: 'f1', kind: 'pdf', width: 0, height: 0, size: 20_481 });
const knee = answer('knee', 'Your knee', { file_id: 'f2', kind: 'picture', width: 600, height: 400, size: 9000 });

/** Opens the booking as its guest, with a server that has these files; returns what it was asked for, and its answers. */
async function open(...contents: (() => Response)[]) {
  const asked: string[] = [];
  server.use(
    http.get('*/api/get_guest_booking/o1', () => done({ booking_data: booking })),
    http.get('*/api/get_order_answers/o1', () => done({ answers: [letter, knee, answer('none', 'Anything else', null)] })),
    http.get('*/api/get_intake_file/:id', ({ request }) => {
      asked.push(new URL(request.url).pathname + new URL(request.url).search);
      return contents.shift()?.() ?? failed(404);
    }),
  );
  renderAt('/guest_client/schedule_manager/pending_requests/o1?token=good');
  const region = within(await screen.findByRole('region', { name: 'Questions and answers' }));
  await region.findByText('Your knee');
  return { asked, region };
}

const pdf = () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
let saved: { name: string; content: Blob }[];

beforeEach(() => {
  const contents = new Map<string, Blob>();
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:${contents.size}`;
    contents.set(address, content as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: contents.get(this.href) ?? new Blob() });
  });
});
afterEach(() => vi.restoreAllMocks());

describe('a file among the answers', () => {
  it('that is a PDF is named for its question, and saved and not shown', async () => {
    const { asked, region } = await open(pdf);
    await user.click(region.getByRole('button', { name: 'Download the PDF (21 kB)' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Your doctor’s letter.pdf']));
    expect(await saved[0]?.content.text()).toBe('%PDF-1.7');
    expect(asked).toEqual(['/api/get_intake_file/f1?token=good']);
    expect(region.queryByRole('img')).not.toBeInTheDocument();
  });

  it('that is not served can be asked for again', async () => {
    const { region } = await open(() => failed(503), pdf);
    const save = region.getByRole('button', { name: /^Download/ });
    await user.click(save);
    expect(await region.findByText('The file did not load. Please try again.')).toBeVisible();
    expect(saved).toEqual([]);
    await user.click(save);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(region.queryByText('The file did not load. Please try again.')).not.toBeInTheDocument();
  });

  it('that is a picture is shown and not saved', async () => {
    const { asked, region } = await open(() => new HttpResponse('jpeg', { headers: { 'content-type': 'image/jpeg' } }));
    await user.click(region.getByRole('button', { name: 'Show the picture' }));
    expect(await region.findByRole('img', { name: 'Your knee' })).toHaveAttribute('src', 'blob:0');
    expect(asked).toEqual(['/api/get_intake_file/f2?token=good']);
    expect(saved).toEqual([]);
  });
});
