import { numberFormat } from './intl';

/** So many bytes, in words of this locale: "21 kB". An empty file is small too. */
export const fileSize = (bytes: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'kilobyte' }).format(Math.max(1, Math.ceil(bytes / 1024)));
