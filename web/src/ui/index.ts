// What the first page needs. Other components are imported by their own path, to keep them out of the first load.
export { AppProviders } from './AppProviders';
export { Avatar } from './Avatar';
export { Dropdown } from './Dropdown';
export { EmptyState } from './EmptyState';
export { Duration, Money, Price, TimeAgo, useDurationText, useMoneyText, usePriceText, useRatingText, type Priced } from './formatters';
export { currencyCode } from './money';
export { FocusPage, Page } from './Page';
export { QueryStates, type QueryResult } from './QueryStates';
export { useFirstCards } from './first-cards';
export { useBigScreen, useScreenParts } from './screen-size';
export { useTakenOver } from './taken-over';
export { useViewerZone } from './use-viewer-zone';
export { Sheet } from './Sheet';
export { toast } from './toast';
export { useNow } from './use-now';
