import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker, useLocation, type Location } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { dialogIn } from '@/routing';
import { ConfirmDialog } from './ConfirmDialog';

/** A form that is open. */
interface OpenForm {
  /** The dialog in which it stands; null on a page. */
  readonly dialog: string | null;
  readonly isDirty: () => boolean;
}

let forms: readonly OpenForm[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenForm[]): void {
  forms = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the step from one address to another closes the form. */
const closes = ({ dialog }: OpenForm, from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || (dialog !== null && dialogIn(to.search) !== dialog);

const isAnyDirty = () => forms.some((form) => form.isDirty());

/** Asks before a form with unsaved input is left: by another page, by closing its dialog, or with the tab (product.md 2.5). */
export function LeaveGuard({ isDirty }: Pick<OpenForm, 'isDirty'>) {
  const { search } = useLocation();
  const newest = useRef(isDirty);
  useEffect(() => {
    newest.current = isDirty;
  });
  const [form] = useState<OpenForm>(() => ({ dialog: dialogIn(search), isDirty: () => newest.current() }));
  useEffect(() => {
    change([...forms, form]);
    return () => change(forms.filter((other) => other !== form));
  }, [form]);
  // The router takes one blocker only: the first form asks for all of them.
  const isFirst = useSyncExternalStore(
    subscribe,
    () => forms[0] === form,
    () => false,
  );
  return isFirst ? <LeavePrompt /> : null;
}

function LeavePrompt() {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    forms.some((form) => closes(form, currentLocation, nextLocation) && form.isDirty()),
  );
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (isAnyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={t('leave.title')} action={t('leave.discard')} waits={false} onConfirm={blocker.proceed} onClose={blocker.reset}>
      {t('leave.text')}
    </ConfirmDialog>
  );
}
