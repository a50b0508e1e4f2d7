import { describe, expect, it } from 'vitest';
import { moneyText, plainAmount, typedAmount } from './money';

describe('an amount of money', () => {
  it.each([
    [25, 'EUR-DE', 'en', '€25'],
    [24.5, 'EUR-DE', 'en', '€24.50'],
    [1234.5, 'EUR-DE', 'de', '1.234,50\u00a0€'],
    [2500, 'JPY-JP', 'en', '¥2,500'],
    [1.005, 'KWD-KW', 'en', 'KWD\u00a01.005'],
    [24.5, 'no money', 'en', '24.5 no money'],
  ])('of %s %s reads in %s as %s', (amount, currency, language, text) => {
    expect(moneyText(amount, currency, language)).toBe(text);
  });

  it('is typed with the decimals of its currency', () => {
    expect([typedAmount(24.5, 'EUR-DE'), typedAmount(25, 'EUR-DE'), typedAmount(1.005, 'KWD-KW')]).toEqual(['24.50', '25', '1.005']);
  });

  it('may have a comma before its decimals, but not one that could part thousands', () => {
    expect(['24,5', ' 24,50 ', '24.50', '1,000'].map(plainAmount)).toEqual(['24.5', '24.50', '24.50', '1,000']);
  });
});
