import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { DirectionProvider, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { directionOf } from '@/i18n';
import { useTranslation } from '@/i18n/use-translation';
import { lazyPart } from './lazy-part';
import { OfflineNotice } from './OfflineNotice';
import { TakingOver } from './taken-over';
import { theme } from './theme';
import { onFirstToast } from './toast';

const Toasts = lazyPart(() => import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications })));

/** Mantine hides a menu whose button has no size. In jsdom nothing has a size; Mantine's environment 'test' leaves the menu visible. */
const environment = import.meta.env.MODE === 'test' ? 'test' : 'default';

/** Mantine with the app's theme, colour scheme and direction, and the toast container. */
export function AppProviders({ children }: { children: ReactNode }) {
  const { i18n, t } = useTranslation('ui');
  // The one label that Mantine brings itself.
  const showPassword = t('showPassword');
  const labelled = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': showPassword } } } },
      }),
    [showPassword],
  );
  const direction = directionOf(i18n.language);
  const [hasToasts, setHasToasts] = useState(false);
  useEffect(() => onFirstToast(() => setHasToasts(true)), []);
  return (
    // It follows the direction that i18n writes on the document, so a change of the language keeps the page, what is typed and the focus.
    <DirectionProvider initialDirection={direction}>
      <MantineProvider theme={labelled} defaultColorScheme="auto" env={environment}>
        <OfflineNotice />
        <TakingOver>{children}</TakingOver>
        <Suspense>{hasToasts ? <Toasts position="bottom-center" limit={3} /> : null}</Suspense>
      </MantineProvider>
    </DirectionProvider>
  );
}
