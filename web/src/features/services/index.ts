import { lazy } from 'react';

/** Offers to change services to a new preferred currency; fetched when the currency has changed. */
export const ServicesCurrency = lazy(() => import('./components/ServicesCurrency'));
