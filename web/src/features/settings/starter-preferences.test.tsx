import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, refused, renderAt, server } from '@/test';

describe('starter preferences', () => {
  it('keep industries and favourite services, also one that is still being typed', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/update_starter_preferences', async ({ request }) => {
        sent = await request.json();
        return done({ session_data: { ...member, fav_category: ['legal'], fav_services: ['haircut'] } });
      }),
    );
    const { place } = renderAt(paths.starterPreferences, member);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Legal' }));
    await userEvent.type(screen.getByLabelText('Favourite services'), 'haircut,Haircut,piano lesson');
    await userEvent.click(screen.getByRole('button', { name: 'Save and go to the feed' }));
    await waitFor(() => expect(place()).toBe(paths.feed));
    expect(sent).toEqual({ iv_fav_category: '["legal"]', iv_fav_services: ['haircut', 'piano lesson'] });
  });

  it('stand for everything when nothing is picked', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/update_starter_preferences', async ({ request }) => {
        sent = await request.json();
        return refused('Not now, please.');
      }),
    );
    renderAt(paths.starterPreferences, member);
    await userEvent.click(await screen.findByRole('button', { name: 'Save and go to the feed' }));
    expect(await screen.findByText('Not now, please.')).toBeVisible();
    expect(sent).toEqual({ iv_fav_category: '["all"]', iv_fav_services: ['all'] });
  });
});
