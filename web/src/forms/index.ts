export { EntryField } from './EntryField';
export { uniqueEntries } from './list-entries';
export { FormProblem } from './FormProblem';
export { loadReference, useReference, type Country, type Reference } from './reference-data';
export { firstFailure, limitsOf, rulesOf, type Rule, type RuledCall } from './rules';
export { SubmitButton } from './SubmitButton';
export { useCallForm, type Progress } from './use-call-form';
