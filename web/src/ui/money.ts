import { numberFormat } from '@/i18n/intl';
/** The currency code of a wire value: 'EUR' for 'EUR-DE'. */
export const currencyCode = (currency: string) => currency.split('-')[0] ?? '';

/**
 * Formats an amount with its currency's native symbol and thousands separators: a whole amount without decimals, any
 * other with those of its currency (product.md 2.7). An unknown currency shows its code.
 */
export function moneyText(amount: number, currency: string, language: string): string {
  const code = currencyCode(currency);
  const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
  try {
    return numberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol', ...digits }).format(amount);
  } catch {
    return `${numberFormat(language, digits).format(amount)} ${code}`.trim();
  }
}

/** An amount as one types it: '24.50' of euros, '25' of any currency. */
export function typedAmount(amount: number, currency: string): string {
  if (Number.isInteger(amount)) return String(amount);
  try {
    const { maximumFractionDigits } = numberFormat('en', { style: 'currency', currency: currencyCode(currency) }).resolvedOptions();
    return amount.toFixed(maximumFractionDigits);
  } catch {
    return String(amount);
  }
}

/** What was typed as an amount, with a point before its decimals where a comma can mean nothing else. */
export const plainAmount = (typed: string) => typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** What the sum of prices means: the least, where one of them is the lowest of its service or named on request. */
export function kindOfTotal(prices: readonly { readonly cost: number; readonly price_kind?: string }[]): 'fixed' | 'from' | 'on_request' {
  if (!prices.some(({ price_kind }) => price_kind === 'from' || price_kind === 'on_request')) return 'fixed';
  return prices.some(({ cost }) => cost > 0) ? 'from' : 'on_request';
}
