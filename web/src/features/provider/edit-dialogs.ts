/** The dialogs of the own page, as its address names them. */
export const editDialogs = ['profile', 'skills', 'perks'] as const;
export type EditDialog = (typeof editDialogs)[number];
