import type { ComponentType } from 'react';
import type { Namespace } from '@/i18n';

/** Who may open a screen (product.md 2.1). */
export type Access = 'anyone' | 'unauthenticated' | 'account' | 'provider' | 'client' | 'staff' | 'username_step' | 'profile_step';

/** A screen's route. Each feature exports a list of them, and the router assembles all lists. */
export interface AppRoute {
  path: string;
  access: Access;
  /** Whether there is a page for these values of the path's parameters; all values have one if it is left out. */
  isPage?: (params: Readonly<Record<string, string | undefined>>) => boolean;
  /** Where the guard redirects instead of its default target. */
  elsewhere?: string;
  /** `page`: header and tabs. `account`: also the sidebar. `bare`: only the logo, for signing in and onboarding. */
  layout: 'page' | 'account' | 'bare';
  /** The screen's text namespaces, fetched together with its code. */
  texts: readonly Namespace[];
  screen: () => Promise<{ default: ComponentType }>;
}
