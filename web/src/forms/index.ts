export { EntryField } from './EntryField';
export { FormProblem } from './FormProblem';
export { uniqueEntries } from './list-entries';
export { useReference, type Reference } from './reference-data';
export { emptyMessage, firstFailure, limitsOf, rulesOf } from './rules';
export { useRuleTexts } from './rule-texts';
export { SubmitButton } from './SubmitButton';
export { useCallForm, type CallForm } from './use-call-form';
