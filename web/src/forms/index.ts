export { EntryField } from './EntryField';
export { FormProblem } from './FormProblem';
export { uniqueEntries } from './list-entries';
export { useReference, type Reference } from './reference-data';
export { limitsOf } from './rules';
export { SubmitButton } from './SubmitButton';
export { useCallForm } from './use-call-form';
