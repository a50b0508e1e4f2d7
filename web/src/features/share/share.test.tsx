import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@/routing';
import { failed, http, provider, renderAt, screenSize, server } from '@/test';

const sharePage = `${paths.myCircle}?dialog=share_page`;

beforeEach(() => {
  server.use(http.get('*/api/get_my_circle', () => failed(503)));
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

describe('sharing on a phone', () => {
  it("offers the device's own share sheet first", async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    screenSize.isBig = false;
    renderAt(sharePage, provider);
    const dialog = within(await screen.findByRole('dialog', { name: 'Share your page' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Share with an app' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Ada Lovelace on Openhours',
      text: expect.stringContaining('#openhours #ada_lovelace') as string,
      url: expect.stringMatching(/\/p\/ada_lovelace$/) as string,
    });
  });
});

describe('sharing on a big screen', () => {
  it('copies the link and says so', async () => {
    const user = userEvent.setup();
    renderAt(sharePage, provider);
    const dialog = within(await screen.findByRole('dialog', { name: 'Share your page' }));
    expect(dialog.queryByRole('button', { name: 'Share with an app' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('The link is on your clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(/\/p\/ada_lovelace$/);
  });
});
