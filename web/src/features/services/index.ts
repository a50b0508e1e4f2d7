import { lazyPart } from '@/ui/lazy-part';

/** Offers to change services to a new preferred currency; fetched when the currency has changed. */
export const ServicesCurrency = lazyPart(() => import('./components/ServicesCurrency'));
