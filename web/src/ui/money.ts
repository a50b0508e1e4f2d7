import { numberFormat } from '@/i18n/intl';
/** The currency code of a wire value: 'EUR' for 'EUR-DE'. */
export const currencyCode = (currency: string) => currency.split('-')[0] ?? '';

/**
 * Formats an amount with its currency's native symbol and thousands separators, as a whole number (product.md 2.7).
 * An unknown currency shows its code.
 */
export function moneyText(amount: number, currency: string, language: string): string {
  const code = currencyCode(currency);
  try {
    return numberFormat(language, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }).format(amount);
  } catch {
    return `${numberFormat(language, { maximumFractionDigits: 0 }).format(amount)} ${code}`.trim();
  }
}
