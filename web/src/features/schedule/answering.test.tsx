import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { bookingRow, done, http, openSchedule, server } from '@/test';

const user = userEvent.setup();

describe('answering', () => {
  it('wants an https link for a remote session, and thanks until it is closed', async () => {
    let answer: Record<string, unknown> = {};
    openSchedule('pending_requests', [bookingRow('1')]);
    server.use(
      http.post('*/api/update_appointment_order_request', async ({ request }) => {
        answer = (await request.json()) as Record<string, unknown>;
        const accepted = bookingRow('1', { request_status: 'accepted' });
        return done({ booking_data: accepted, ical_content_data: { content: 'QkVHSU4=', filename: 'a.ics' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Accept', hidden: true }));
    expect(within(dialog).getByLabelText('A word to Ivo Marin')).toHaveValue('Thank you for your request. I look forward to our session.');
    await user.click(within(dialog).getByRole('button', { name: 'Submit response' }));
    expect(within(dialog).getByText('You have to provide a valid URL for the meeting link')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Meeting link'), 'https://meet.example.com/42');
    await user.click(within(dialog).getByRole('button', { name: 'Submit response' }));
    expect(await within(dialog).findByText(/^The appointment is official\./)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Add to device calendar' })).toBeInTheDocument();
    expect(answer).toMatchObject({ iv_response: 'accepted', iv_delivery_location: 'https://meet.example.com/42' });
  });

  it('gives the link to copy where neither a new tab nor this one opens the meeting', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const accepted = { request_status: 'accepted', delivery_location: 'http://meet.example.com/42' };
    openSchedule('upcoming_schedule', [bookingRow('1', accepted)]);
    server.use(
      http.post('*/api/update_appointment_order_request', () =>
        done({ booking_data: bookingRow('1', { ...accepted, request_status: 'ongoing' }), ical_content_data: null }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Start session', hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Submit response' }));
    expect(await within(dialog).findByText('Your browser blocked the new tab.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Open the meeting in this window' }));
    expect(await within(dialog).findByText(/Copy and paste link in your browser: http:\/\/meet\.example\.com\/42$/)).toBeVisible();
  });

  it('does not start a second session', async () => {
    openSchedule('upcoming_schedule', [bookingRow('1', { request_status: 'accepted' }), bookingRow('2', { request_status: 'ongoing' })]);
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Start session', hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Submit response' }));
    await waitFor(() =>
      expect(within(dialog).getByText("You can't start another session if there is an ongoing session")).toBeInTheDocument(),
    );
  });
});
