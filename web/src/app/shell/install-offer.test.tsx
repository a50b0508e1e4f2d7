import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bookingMade } from '@/platform/install';
import { paths } from '@/routing';
import { renderAt } from '@/test';

const safari = '(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 ${safari}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 ${safari}`;
const hint = 'Keep your appointments at hand: tap Share, then ‘Add to Home Screen’.';

function use(userAgent: string, maxTouchPoints: number): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: maxTouchPoints });
}
afterEach(() => Reflect.deleteProperty(navigator, 'maxTouchPoints'));

async function afterBooking(): Promise<void> {
  renderAt(paths.privacyPolicy);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
  act(bookingMade);
}

describe('Safari on iOS, which has no prompt', () => {
  it.each([
    ['an iPhone', iPhone, 5],
    ['an iPad, which says that it is a Mac', mac, 5],
  ])('says on %s how the app is installed, after the first booking and until it is answered', async (_device, userAgent, touchPoints) => {
    use(userAgent, touchPoints);
    await afterBooking();
    expect(await screen.findByText(hint)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Install' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    await waitFor(() => expect(screen.queryByText(hint)).not.toBeInTheDocument());
    act(bookingMade);
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
  });

  it('says nothing on a Mac, and nothing in the installed app', async () => {
    use(mac, 0);
    await afterBooking();
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
    use(iPhone, 5);
    const real = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...real(query), matches: query.includes('standalone') }));
    act(bookingMade);
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
  });
});
