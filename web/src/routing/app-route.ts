import type { ComponentType } from 'react';
import type { Ask, SessionData } from '@/api';
import type { Namespace } from '@/i18n';

/** Who may open a screen (product.md 2.1). */
export type Access = 'anyone' | 'unauthenticated' | 'account' | 'provider' | 'client' | 'staff' | 'username_step' | 'profile_step';

/** The address of a page that is being opened. */
export interface PageAddress {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  session: SessionData;
  /** The viewer's IANA zone; '' when it is not known. */
  timezone: string;
}

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
  /**
   * Asks for what the screen shows first, while its code is on its way. On a page for everybody the server asks for the same,
   * and sends the page with the answers.
   */
  firstAnswers?: (ask: Ask, page: PageAddress) => Promise<unknown>;
  screen: () => Promise<{ default: ComponentType }>;
}
