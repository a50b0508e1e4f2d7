import { Suspense, type ReactNode } from 'react';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@/i18n';
import { lazyPart } from './lazy-part';
import { theme } from './theme';

const Toasts = lazyPart(() => import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications })));

/** Mantine hides a menu whose button has no size. In jsdom nothing has a size; Mantine's environment 'test' leaves the menu visible. */
const environment = import.meta.env.MODE === 'test' ? 'test' : 'default';

/** Mantine with the app's theme, colour scheme and direction, and the toast container. */
export function AppProviders({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const direction = directionOf(i18n.language);
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} defaultColorScheme="auto" env={environment}>
        {children}
        <Suspense>
          <Toasts position="bottom-center" limit={3} />
        </Suspense>
      </MantineProvider>
    </DirectionProvider>
  );
}
