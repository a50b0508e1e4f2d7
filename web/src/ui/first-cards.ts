import { useBigScreen } from './screen-size';

/** How many cards fill the first screen: two rows on a big one, or one card and the next one's beginning. */
export const useFirstCards = (): number => (useBigScreen() ? 8 : 3);
