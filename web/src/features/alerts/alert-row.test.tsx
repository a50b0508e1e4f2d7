import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, renderAt, server } from '@/test';

const alert = (notification_url: string) => ({
  notification_id: notification_url,
  notification_url,
  notification_text: `Leads to ${notification_url}`,
  name: 'Nadia Kessler',
  avatar: '',
  status: 'read',
  created_date: '2026-03-01T10:00:00Z',
});

it('an alert leads to its page in the app, with what is asked for there, and never to another site', async () => {
  const alerts = ['/search?q=massage', 'https://elsewhere.example/search', ''].map(alert);
  server.use(http.get('*/api/get_user_alerts', () => done({ alerts_list: alerts, unread: 0, bookings_list: { order: [], request: [] } })));
  renderAt(paths.alerts, member);
  const links = await screen.findAllByRole('link', { name: /Leads to/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/search?q=massage']);
});
