/*
 * The dialogs that the search parameter `dialog` opens. The shell hosts those that open over any page; the others
 * belong to one page.
 */

/** Dialogs about own posts, over any page. All but the first are about the post that the parameter `post` names. */
export const postDialogs = ['create_post', 'edit_post', 'manage_post', 'report_post'] as const;
export type PostDialog = (typeof postDialogs)[number];
export const postParam = 'post';

/** Dialogs about the own account, over any page. */
export const accountDialogs = ['avatar', 'username', 'share_page'] as const;
export type AccountDialog = (typeof accountDialogs)[number];

/** The booking dialog of the provider that the parameter `provider` names (by owner id), over any page. */
export const bookingDialog = 'book';
export const providerParam = 'provider';

/** The dialogs in which providers edit their own page. */
export const profileDialogs = ['profile', 'skills', 'perks'] as const;
export type ProfileDialogName = (typeof profileDialogs)[number];

/** What can be done with a service. */
export type ServiceAction = 'create' | 'update' | 'restore' | 'archive' | 'delete';

/** The dialogs of /my_services. */
export const serviceDialogs = ['service_create', 'service_update', 'service_restore', 'service_archive', 'service_delete'] as const;
export type ServiceDialogName = (typeof serviceDialogs)[number];

export const serviceDialogOf = (action: ServiceAction): ServiceDialogName => `service_${action}`;
export const serviceActionOf = (dialog: ServiceDialogName) => dialog.slice('service_'.length) as ServiceAction;
