import document from '@contracts/rules.json';

/** One check of a field, the same as the server's. */
export interface Rule {
  rule: string;
  message: string;
  pattern?: string;
  min?: number;
  max?: number;
  /** The value is one of these. */
  options?: readonly string[];
  /** The value is a multiple of this whole number. */
  step?: number;
  /** Words that are accepted in place of a number. */
  words?: readonly string[];
}

export type FieldRules = Record<string, readonly Rule[]>;

/** The calls whose fields have rules, by the server's names. */
export type RuledCall = keyof typeof document.calls;

const calls: Record<string, FieldRules> = document.calls;
const compiledPatterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = compiledPatterns.get(pattern) ?? new RegExp(pattern, 'u');
  compiledPatterns.set(pattern, known);
  return known.test(text);
}

function violatesWholeNumber({ min = 0, max = Infinity, step = 1 }: Rule, text: string): boolean {
  const number = Number(text);
  return !/^\d+$/.test(text) || number < min || number > max || number % step !== 0;
}

function violates(rule: Rule, text: string): boolean {
  if (rule.rule.startsWith('required')) return text === '';
  if (text === '') return false;
  if (rule.rule === 'whole') return violatesWholeNumber(rule, text);
  if (rule.options && !rule.options.includes(text)) return true;
  const length = Array.from(text).length;
  if (rule.min !== undefined && length < rule.min) return true;
  if (rule.max !== undefined && length > rule.max) return true;
  return rule.pattern !== undefined && !matches(rule.pattern, text);
}

/** What is said of a required field that is empty. */
export const emptyMessage: string = document.messages.required;

/** The first failing message for a value, or null. Text is trimmed and normalized to NFC first; a list fails if it is empty. */
export function firstFailure(rules: readonly Rule[], value: unknown): string | null {
  if (Array.isArray(value)) {
    const required = rules.find((rule) => rule.rule.startsWith('required'));
    return required && value.length === 0 ? required.message : null;
  }
  const text = (typeof value === 'string' || typeof value === 'number' ? String(value) : '').trim().normalize('NFC');
  if (rules.some(({ words }) => words?.includes(text))) return null;
  return rules.find((rule) => violates(rule, text))?.message ?? null;
}

/** The rules of a call's fields; none for fields that only the server checks. */
export const rulesOf = (call: RuledCall): FieldRules => calls[call] ?? {};

/** Whether a field is required, and its maximum length; for the label's mark and the counter. */
export function limitsOf(call: RuledCall, field: string): { required: boolean; max: number | undefined } {
  const rules = rulesOf(call)[field] ?? [];
  return {
    required: rules.some((rule) => rule.rule.startsWith('required')),
    max: rules.find((rule) => rule.max !== undefined && rule.rule !== 'whole')?.max,
  };
}
