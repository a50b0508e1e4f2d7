import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failed, http, renderAt, server } from '@/test';

describe('the page of a guest’s booking', () => {
  it.each([401, 404])('offers a new link when the link is refused with %d', async (status) => {
    server.use(http.get('*/api/get_guest_booking/o1', () => failed(status)));
    renderAt('/guest_client/schedule_manager/upcoming_schedule/o1?token=old');
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
  });

  it('can be asked for again when the server is out of reach: the link may be good', async () => {
    server.use(http.get('*/api/get_guest_booking/o1', () => failed(503)));
    renderAt('/guest_client/schedule_manager/upcoming_schedule/o1?token=good');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument();
  });
});
