/** What can be done with a service. */
export type ServiceAction = 'create' | 'update' | 'restore' | 'archive' | 'delete';

/** The dialogs of /my_services, as its address names them. */
export const serviceDialogs = ['service_create', 'service_update', 'service_restore', 'service_archive', 'service_delete'] as const;
export type ServiceDialogName = (typeof serviceDialogs)[number];

export const dialogOf = (action: ServiceAction): ServiceDialogName => `service_${action}`;
export const actionOf = (dialog: ServiceDialogName) => dialog.slice('service_'.length) as ServiceAction;
