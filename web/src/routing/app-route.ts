import type { ComponentType } from 'react';
import type { Namespace } from '@/i18n';

/** Who may see a screen (the Access column of spec 1, section 2). */
export type Access = 'anyone' | 'unauthenticated' | 'account' | 'provider' | 'client' | 'staff' | 'username_step' | 'profile_step';

/** A screen's place in the app. A feature exports a list of these; the router does the rest. */
export interface AppRoute {
  path: string;
  access: Access;
  /** Where a turned-away visitor goes instead of the guard's own choice. */
  elsewhere?: string;
  /** `page`: header and tabs. `account`: the sidebar too. `bare`: neither menus nor tabs, for the steps before using the app. */
  frame: 'page' | 'account' | 'bare';
  /** The texts the screen speaks with, fetched beside its code. */
  texts: readonly Namespace[];
  screen: () => Promise<{ default: ComponentType }>;
}
