import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, renderAt, server } from '@/test';

const all = { in_app: true, email: true, push: true };
const preferences = { appointments: all, reminders: all, ratings: all, circle: all, posts: { ...all, push: false }, messages: all };

describe('the notification settings', () => {
  it('show what is stored, and switch one channel of one kind', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' })),
      http.post('*/api/update_notification_preferences', async ({ request }) => {
        sent.push(await request.json());
        return done({ preferences, language: 'english' });
      }),
    );
    renderAt(paths.mySettings, member);
    const switches = await screen.findAllByRole<HTMLInputElement>('switch');
    expect(switches.filter((each) => !each.checked).map((each) => each.getAttribute('aria-label'))).toEqual(['Posts: Push']);
    await userEvent.click(screen.getByRole('switch', { name: 'Appointments: In the app' }));
    await waitFor(() => expect(sent).toEqual([{ iv_preferences: { appointments: { in_app: false } } }]));
  });
});
