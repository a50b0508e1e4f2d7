import type { Page } from '@playwright/test';
import type { World } from './world';

/** Who looks at a screen; the names of the people of the world, and a guest. */
export type Viewer = 'guest' | 'unconfirmed' | 'newcomer' | 'client' | 'named' | 'provider' | 'newProvider' | 'staff';

export interface Screen {
  /** What is seen, and in which state where there are several. */
  name: string;
  at: string | ((world: World) => string);
  /** What is pressed at the address to open it, for what no address opens. */
  open?: (page: Page) => Promise<unknown>;
  /** Its words stay as they were when it opened, so it is loaded anew in each language. */
  keepsWords?: boolean;
  /** It differs little from a screen beside it: only `make test-all` walks it. */
  isVariant?: boolean;
  /** Rules of axe that do not apply, each for the reason beside it. */
  without?: readonly string[];
}

export const providerPage = ({ provider }: World) => `/p/${provider.username}`;

/** Screens that one viewer walks one after another on one page. */
export interface Part {
  name: string;
  viewer: Viewer;
  screens: readonly Screen[];
}
