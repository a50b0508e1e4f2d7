import { describe, expect, it } from 'vitest';
import edges from '@contracts/../edges/fields.json';
import { firstFailure, rulesOf, type RuledCall } from './rules';

interface Edge {
  call: string;
  field: string;
  value: string | string[] | { text: string; times: number };
  message: string | null;
}

function valueOf({ value, field }: Edge): string | string[] {
  if (Array.isArray(value)) return value;
  const text = typeof value === 'string' ? value.replace('{unique}', 'abc') : value.text.repeat(value.times);
  // Spaces are replaced by underscores on sending (spec 2, section 5).
  return field === 'iv_username' ? text.trim().replace(/\s+/g, '_') : text;
}

describe('the rules at their edges, as the specification has them', () => {
  it.each(edges as Edge[])('$call $field $value', (edge) => {
    const rules = rulesOf(edge.call as RuledCall)[edge.field];
    expect(rules, 'the web knows this field').toBeDefined();
    expect(firstFailure(rules ?? [], valueOf(edge))).toBe(edge.message);
  });
});
