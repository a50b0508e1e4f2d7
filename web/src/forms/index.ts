export { EntryField } from './EntryField';
export { uniqueEntries } from './entries';
export { FormProblem } from './FormProblem';
export { loadReference, useReference, type Country, type Reference } from './reference';
export { firstFailure, limitsOf, rulesOf, type Rule, type RuledCall } from './rules';
export { SubmitButton } from './SubmitButton';
export { useCallForm, type Progress } from './useCallForm';
