import { lazy, Suspense } from 'react';
import { useLocation, type LinkProps } from 'react-router-dom';
import { loadTexts } from '@/i18n';
import { useDialog } from '@/ui';

const TEXTS = ['provider', 'booking', 'ratings', 'feed'] as const;

/** The dialog's code and words, fetched when it is first opened. */
const BookingDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./parts/BookingDialog'), ...TEXTS.map(loadTexts)]);
  return dialog;
});

/** The dialog over any page, as the address names it: ?dialog=book&provider={owner_id}. */
const DIALOG = 'book';
const WHOM = 'provider';

/** A provider's booking dialog; a screen that shows providers places it once and links to it. */
export function BookingDialogHere() {
  const { opened, subject, close } = useDialog([DIALOG], WHOM);
  return opened && subject ? <BookingDialogOf ownerId={subject} onClose={close} /> : null;
}

/** The booking dialog of one provider. */
export function BookingDialogOf(props: { ownerId: string; onClose: () => void }) {
  return (
    <Suspense>
      <BookingDialog {...props} />
    </Suspense>
  );
}

/** What a link needs to open a provider's booking dialog over the page it stands on, so that Back closes it. */
export function useBookingLink(): (ownerId: string) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> {
  const { search, state } = useLocation();
  return (ownerId) => {
    const params = new URLSearchParams(search);
    params.set('dialog', DIALOG);
    params.set(WHOM, ownerId);
    const known = typeof state === 'object' ? (state as object | null) : null;
    return { to: { search: params.toString() }, state: { ...known, dialogOpened: true }, preventScrollReset: true };
  };
}
