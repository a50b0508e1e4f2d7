export { EntryField } from './EntryField';
export { uniqueEntries } from './list-entries';
export { FormProblem } from './FormProblem';
export {  useReference,  type Reference } from './reference-data';
export {  limitsOf,    } from './rules';
export { SubmitButton } from './SubmitButton';
export { useCallForm,  } from './use-call-form';
