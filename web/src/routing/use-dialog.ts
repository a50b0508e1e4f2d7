import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useChangeSearchParams } from './use-change-search-params';

/** The search parameter that names the dialog over a page. A dialog over a dialog uses another one. */
const dialogParam = 'dialog';

/** The dialog that an address opens over its page; null for none. */
export const dialogIn = (search: string): string | null => new URLSearchParams(search).get(dialogParam);

interface OpenedFromHere {
  dialogOpened?: boolean;
}

/**
 * The dialogs of a page as a search parameter, so that Back closes the open one and its address can be shared. `about`
 * is a second parameter that some dialogs need; it is set and removed together with the dialog (product.md 2.5).
 */
export function useDialog<D extends string>(known: readonly D[], about?: string, param = dialogParam) {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const named = params.get(param);

  const open = useCallback(
    (dialog: D, subject?: string) =>
      change(
        (now) => {
          now.set(param, dialog);
          if (about && subject) now.set(about, subject);
          return now;
        },
        { state: { dialogOpened: true } satisfies OpenedFromHere },
      ),
    [about, param, change],
  );
  const { close, turnInto } = useDialogExits<D>(about, param);

  return {
    opened: known.find((dialog) => dialog === named) ?? null,
    subject: about ? params.get(about) : null,
    open,
    close,
    turnInto,
  };
}

/** The ways out of an open dialog: back to the page, or on to another dialog. */
function useDialogExits<D extends string>(about: string | undefined, param: string) {
  const change = useChangeSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const openedHere = (location.state as OpenedFromHere | null)?.dialogOpened ?? false;
  const close = useCallback(() => {
    // A dialog opened by navigation closes by going back. A dialog from the initial address closes by changing the
    // address.
    if (openedHere) return void navigate(-1);
    change(
      (now) => {
        now.delete(param);
        if (about) now.delete(about);
        return now;
      },
      { replace: true },
    );
  }, [about, navigate, openedHere, param, change]);

  /** Replaces the open dialog by another one about the same subject; closing it undoes this step. */
  const turnInto = useCallback(
    (dialog: D) =>
      change(
        (now) => {
          now.set(param, dialog);
          return now;
        },
        { state: { dialogOpened: openedHere } satisfies OpenedFromHere, replace: true },
      ),
    [openedHere, param, change],
  );
  return { close, turnInto };
}
