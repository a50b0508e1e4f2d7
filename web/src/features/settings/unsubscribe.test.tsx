import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, failed, http, member, renderAt, server } from '@/test';

const address = `${paths.unsubscribe}?token=a-secret.posts`;
const button = { name: 'Stop these mails' };

describe('the unsubscribe page', () => {
  it('stops the mails when it is asked to, and not before', async () => {
    const requests: string[] = [];
    server.use(
      http.post('*/api/unsubscribe_mail', ({ request }) => {
        requests.push(new URL(request.url).searchParams.get('token') ?? '');
        return done({ kind: 'posts' });
      }),
    );
    renderAt(address);
    expect(await screen.findByText(/“Posts”/)).toBeVisible();
    expect(requests).toEqual([]);
    await userEvent.click(screen.getByRole('button', button));
    expect(await screen.findByRole('status')).toHaveTextContent('“Posts”');
    expect(screen.getByRole('link', { name: 'To the feed' })).toHaveAttribute('href', paths.feed);
    expect(requests).toEqual(['a-secret.posts']);
  });

  it('leads a member on to the settings', async () => {
    renderAt(address, member);
    expect(await screen.findByRole('link', { name: 'All settings' })).toHaveAttribute('href', paths.mySettings);
  });

  it('says when the link is not known, or not whole', async () => {
    server.use(http.post('*/api/unsubscribe_mail', () => failed(404, 'There is nothing here.')));
    renderAt(address);
    await userEvent.click(await screen.findByRole('button', button));
    expect(await screen.findByRole('alert')).toHaveTextContent('not complete');
    expect(screen.queryByRole('button', button)).toBeNull();
  });

  it('can be tried again when the server is away', async () => {
    server.use(http.post('*/api/unsubscribe_mail', () => failed(503), { once: true }));
    renderAt(address);
    await userEvent.click(await screen.findByRole('button', button));
    // The toast with the same words comes earlier: before the button can be pressed again.
    expect(await within(screen.getByRole('main')).findByText('Temporary server issue')).toBeVisible();
    server.use(http.post('*/api/unsubscribe_mail', () => done({ kind: 'posts' })));
    await userEvent.click(screen.getByRole('button', button));
    expect(await screen.findByRole('heading', { name: 'Done' })).toBeVisible();
  });

  it('offers nothing without a token', async () => {
    renderAt(paths.unsubscribe);
    expect(await screen.findByRole('alert')).toHaveTextContent('not complete');
  });
});
