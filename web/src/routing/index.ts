export type { AppRoute } from './app-route';
export * from './dialogs';
export { landingPath } from './landing-path';
export * from './paths';
export { guardLoader } from './route-guards';
export { useBookingLink } from './use-booking-link';
export { useChangeSearchParams } from './use-change-search-params';
export { useDialog } from './use-dialog';
export { postUrl, tagFeedPath, usePostDialogs, usePostParams, type PostView } from './use-post-dialogs';
