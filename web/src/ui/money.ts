/** The currency's code of 'EUR-DE' is 'EUR'. */
export const currencyCode = (currency: string) => currency.split('-')[0] ?? '';

/**
 * An amount in the native symbol of its currency, with thousands separators, as a whole number
 * (spec 2, section 9). An unknown currency is shown by its code.
 */
export function moneyText(amount: number, currency: string, language: string): string {
  const code = currencyCode(currency);
  try {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(amount)} ${code}`.trim();
  }
}
