import { describe, expect, it } from 'vitest';
import { splitAtCommas, uniqueEntries } from './list-entries';

describe('entries of a typed list', () => {
  it('are trimmed, not empty, and each once', () => {
    expect(uniqueEntries([' Pilates ', '', 'yoga', 'pilates', '  '])).toEqual(['Pilates', 'yoga']);
  });

  it.each([
    ['yoga', [], 'yoga'],
    ['yoga,', ['yoga'], ''],
    [' yoga , ,pilates', ['yoga'], 'pilates'],
    ['يوغا،', ['يوغا'], ''],
    [',', [], ''],
  ])('%j is finished up to its last comma', (typed, finished, rest) => {
    expect(splitAtCommas(typed)).toEqual({ finished, rest });
  });
});
