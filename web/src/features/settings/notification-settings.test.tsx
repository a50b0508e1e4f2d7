import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, renderAt, server } from '@/test';

const all = { in_app: true, email: true, push: true };
const preferences = { appointments: all, reminders: all, ratings: all, circle: all, posts: all, messages: { ...all, email: false } };

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
    const switches = await within(await screen.findByRole('table')).findAllByRole<HTMLInputElement>('switch');
    expect(switches.filter((each) => !each.checked).map((each) => each.getAttribute('aria-label'))).toEqual(['Messages: E-mail']);
    expect(screen.queryByRole('switch', { name: 'Posts: E-mail' })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Appointments: In the app' }));
    await waitFor(() => expect(sent).toEqual([{ iv_preferences: { appointments: { in_app: false } } }]));
  });

  it.each([
    ['a browser, where nothing is pushed', undefined, 0],
    ['the app of a phone', { isNativePlatform: () => true }, 6],
  ])('have push switches only where push exists: in %s', async (_where, capacitor, count) => {
    vi.stubGlobal('Capacitor', capacitor);
    // Capacitor's own code arrives at some moment after the start, and asks for the phone's bridge itself.
    vi.stubGlobal('androidBridge', capacitor && {});
    if (capacitor) await import('@capacitor/core');
    onTestFinished(() => void vi.unstubAllGlobals());
    server.use(http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' })));
    renderAt(paths.mySettings, member);
    await screen.findByRole('switch', { name: 'Messages: In the app' });
    expect(screen.queryAllByRole('switch', { name: /: Push$/ })).toHaveLength(count);
    expect(screen.queryAllByRole('columnheader', { name: 'Push' })).toHaveLength(count ? 1 : 0);
  });
});
