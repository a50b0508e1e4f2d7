import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useForm } from '@mantine/form';
import { asFailure } from '@/api';
import { useRuleTexts, useSpokenErrors } from './rule-texts';
import { firstFailure, limitsOf, rulesOf, type RuledCall } from './rules';

/** The state of a form's request: ready, processing, complete; ready again after a failure. */
export type Progress = 'ready' | 'processing' | 'complete';

interface CallFormOptions<V extends object, A> {
  /** The call whose rules apply to the fields. */
  call: RuledCall;
  initial: V;
  /** Converts the values to the call's form, which is validated and sent. */
  prepare?: (values: V) => V;
  /** Sends the values: the `unwrap()` of a mutation. */
  send: (values: V) => Promise<A>;
  onDone?: (answer: A, values: V) => void;
  /** Validates fields on every change instead of on blur. */
  eager?: boolean;
  /** Further checks across fields, by field. */
  check?: (values: V) => Partial<Record<keyof V, string | null>> | Record<string, string | null>;
  /** Names of further fields that stand in the form, such as those of a list's entries, whose messages are shown there. */
  others?: (values: V) => readonly string[];
}

/**
 * A form for one call. Fields have the call's names (iv_...) and are checked by the server's rules. The server's field
 * messages (iv_msg) appear beside their fields; `problem` is the message for the whole form.
 */
export function useCallForm<V extends object, A>(options: CallFormOptions<V, A>) {
  const { call, initial, eager = false } = options;
  const element = useRef<HTMLFormElement>(null);
  const said = useRuleTexts();
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnBlur: !eager,
    validateInputOnChange: eager,
    clearInputErrorOnChange: !eager,
    validate: (typed) => problemsOf(options, typed, said),
  });
  useSpokenErrors(form, said);
  const focusFirstProblem = useFocusOnProblem(element);
  const { progress, problem, submit, restart } = useSubmit(options, form.resetDirty, (fields) => {
    form.setErrors(fields);
    if (Object.keys(fields).length) focusFirstProblem();
  });
  return {
    form,
    progress,
    problem,
    /** Whether something was changed since it opened or was saved last; not while it is sent. */
    isDirty: () => progress === 'ready' && form.isDirty(),
    /** Sets the form back to ready. */
    restart,
    /** The props of a Mantine input for this field. */
    field: (name: keyof V & string) => ({
      ...form.getInputProps(name),
      name,
      ...inputLimits(call, name),
      disabled: progress === 'processing',
    }),
    /** The props of the <form>. */
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        form.onSubmit((values) => void submit(values), focusFirstProblem)(event);
      },
    },
  };
}

/** Returns what leads to the form's first field with a message, once it is shown: a slow device may take some frames until then. */
function useFocusOnProblem(form: RefObject<HTMLFormElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, times]);
  return () => setTimes((before) => before + 1);
}

/** A form as its parts see it, whatever its call answers. */
export type CallForm<V extends object> = ReturnType<typeof useCallForm<V, unknown>>;

/** Sends the request and tracks its progress. `onSaved` receives what was typed, `onFields` the server's field messages. */
function useSubmit<V extends object, A>(
  options: CallFormOptions<V, A>,
  onSaved: (typed: V) => void,
  onFields: (messages: Record<string, string>) => void,
) {
  const { send, onDone, prepare = identity, others: further } = options;
  const [progress, setProgress] = useState<Progress>('ready');
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(typed: V): Promise<void> {
    const values = prepare(typed);
    setProgress('processing');
    setProblem(null);
    try {
      const answer = await send(values);
      setProgress('complete');
      onSaved(typed);
      onDone?.(answer, values);
    } catch (error) {
      const failure = asFailure(error);
      setProgress('ready');
      const [mine, others] = splitMessages(failure.iv_msg, [...Object.keys(values), ...(further?.(values) ?? [])]);
      onFields(mine);
      // What stands beside a field is not said again above.
      const beside = Object.values(mine);
      if (failure.kind !== 'unavailable')
        setProblem([failure.main_msg, ...others].filter((text) => text && !beside.includes(text)).join(' '));
    }
  }
  return { progress, problem, submit, restart: () => setProgress('ready') };
}

const identity = <V>(values: V): V => values;

/** The errors of the values by field: first the call's rules, then the form's own checks. */
function problemsOf<V extends object, A>(
  { call, check, prepare = identity }: CallFormOptions<V, A>,
  typed: V,
  said: (message: string) => string,
): Record<string, string> {
  const rules = rulesOf(call);
  const values = prepare(typed);
  const found: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    const message = firstFailure(rules[field] ?? [], value);
    if (message) found[field] = said(message);
  }
  for (const [field, message] of Object.entries(check?.(values) ?? {})) {
    if (typeof message === 'string' && message && !found[field]) found[field] = message;
  }
  return found;
}

/** The input attributes that follow from the call's rules. */
function inputLimits(call: RuledCall, name: string) {
  const { required, max } = limitsOf(call, name);
  return {
    withAsterisk: false,
    'aria-required': required || undefined,
    maxLength: max === undefined ? undefined : Math.max(max, 1),
  };
}

/** Splits the server's field messages: those of fields in this form, and the texts of the others. */
function splitMessages(messages: Record<string, string>, fields: string[]): [Record<string, string>, string[]] {
  const entries = Object.entries(messages);
  return [
    Object.fromEntries(entries.filter(([field]) => fields.includes(field))),
    entries.filter(([field]) => !fields.includes(field)).map(([, message]) => message),
  ];
}
