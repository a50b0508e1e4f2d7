import { describe, expect, it } from 'vitest';
import cases from '@contracts/../rule_cases/fields.json';
import { firstFailure, rulesOf, type RuledCall } from './rules';

interface RuleCase {
  call: string;
  field: string;
  value: string | string[] | { text: string; times: number };
  message: string | null;
}

function valueOf({ value, field }: RuleCase): string | string[] {
  if (Array.isArray(value)) return value;
  const text = typeof value === 'string' ? value.replace('{unique}', 'abc') : value.text.repeat(value.times);
  // Spaces are sent as underscores (api.md 1).
  return field === 'iv_username' ? text.trim().replace(/\s+/g, '_') : text;
}

describe('the rules at their boundaries', () => {
  it.each(cases as RuleCase[])('$call $field $value', (ruleCase) => {
    const rules = rulesOf(ruleCase.call as RuledCall)[ruleCase.field];
    expect(rules, 'the web knows this field').toBeDefined();
    expect(firstFailure(rules ?? [], valueOf(ruleCase))).toBe(ruleCase.message);
  });
});
