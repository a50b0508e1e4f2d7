import i18next from 'i18next';

/** How long a toast stays, in milliseconds (spec 1, section 9). */
export const toastDuration = 2500;

function show(id: string, message: string, color: string): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({ id, message, color, autoClose: toastDuration, closeButtonProps: { 'aria-label': i18next.t('ui:close') } });
  });
}

/** A short message at the bottom; the same message is not shown twice at once. */
export const toast = {
  done: (message: string) => show(`done:${message}`, message, 'brand'),
  failed: (message: string) => show(`failed:${message}`, message, 'red'),
};
