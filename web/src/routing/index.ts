export type { Access, AppRoute } from './app-route';
export * from './dialogs';
export * from './paths';
export { guard, turnedAway } from './route-guards';
export { useBookingLink } from './use-booking-link';
export { useDialog } from './use-dialog';
export { postUrl, tagFeedPath, usePostDialogs, usePostParams, type LinkedPostDialog, type PostView } from './use-post-dialogs';
