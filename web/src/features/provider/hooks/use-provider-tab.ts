import { useRef, useState } from 'react';
import type { AccountData } from '@/api';
import { profileDialogs, useDialog } from '@/routing';

export type ProviderTab = 'book' | 'reviews' | 'posts' | 'info';

/** The selected tab. It starts with booking, or with Info when the provider cannot be booked yet. */
export function useProviderTab(provider: AccountData) {
  // An address that names a dialog of the Info tab selects it.
  const { opened } = useDialog(profileDialogs);
  const [chosen, show] = useState<ProviderTab | null>(opened ? 'info' : null);
  const bookTab = useRef<HTMLButtonElement>(null);
  return {
    tab: chosen ?? (provider.expertise ? 'book' : 'info'),
    show,
    bookTab,
    /** Selects the booking tab and moves the focus to it. */
    book: () => {
      show('book');
      bookTab.current?.focus();
    },
  };
}
