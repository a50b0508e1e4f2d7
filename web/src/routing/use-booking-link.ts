import { useLocation, type LinkProps } from 'react-router-dom';
import { bookingDialog, providerParam } from './dialogs';

/** What a link needs to open a provider's booking dialog over the current page, so that Back closes the dialog. */
export function useBookingLink(): (ownerId: string) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> {
  const { search, state } = useLocation();
  return (ownerId) => {
    const params = new URLSearchParams(search);
    params.set('dialog', bookingDialog);
    params.set(providerParam, ownerId);
    const known = typeof state === 'object' ? (state as object | null) : null;
    return { to: { search: params.toString() }, state: { ...known, dialogOpened: true }, preventScrollReset: true };
  };
}
