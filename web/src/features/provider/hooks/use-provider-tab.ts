import { useRef, useState } from 'react';
import type { AccountData } from '@/api';
import { profileDialogs, useDialog } from '@/routing';

export type ProviderTab = 'book' | 'reviews' | 'posts' | 'info';

/** Which tab is shown: booking first, but where nothing can be booked yet, why that is so is said first. */
export function useProviderTab(provider: AccountData) {
  // An address that names a dialog of the Info tab begins there.
  const { opened } = useDialog(profileDialogs);
  const [chosen, show] = useState<ProviderTab | null>(opened ? 'info' : null);
  const bookTab = useRef<HTMLButtonElement>(null);
  return {
    tab: chosen ?? (provider.expertise ? 'book' : 'info'),
    show,
    bookTab,
    /** Leads to the booking from elsewhere: eyes and focus go to its tab. */
    book: () => {
      show('book');
      bookTab.current?.focus();
    },
  };
}
