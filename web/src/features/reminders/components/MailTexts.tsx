import { useRef, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button, Skeleton, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { asFailure } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetMailTextsQuery, useResetMailTextMutation, useUpdateMailTextMutation, type ShownText, type TextVariable } from '../api';
import { filledIn, inserted, paragraphsOf, unknownVariable } from '../model';
import classes from './Reminders.module.css';

/** What clients are mailed: a provider can write it in their own words (product.md 5.3). */
export function MailTexts() {
  const { t } = useTranslation('reminders');
  const query = useGetMailTextsQuery();
  return (
    <SettingsPanel title={t('texts.title')} lead={t('texts.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={360} radius="md" />}>
        {({ data: { texts, variables } }) => (
          // What was typed stays while another text is looked at.
          <Tabs defaultValue="reminder" keepMounted>
            <Tabs.List>
              {texts.map(({ kind }) => (
                <Tabs.Tab key={kind} value={kind}>
                  {t(`kinds.${kind}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {texts.map((text) => (
              <Tabs.Panel key={text.kind} value={text.kind} pt="md">
                <TextForm key={`${text.subject}\n${text.text}`} shown={text} variables={variables} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </QueryStates>
    </SettingsPanel>
  );
}

interface TextFormProps {
  shown: ShownText;
  variables: readonly TextVariable[];
}

type Field = 'iv_subject' | 'iv_text';

function TextForm({ shown, variables }: TextFormProps) {
  const { t } = useTranslation('reminders');
  const [update] = useUpdateMailTextMutation();
  const unknown = (text: string) => {
    const found = unknownVariable(text, variables);
    return found ? t('texts.unknown', { variable: found }) : null;
  };
  const form = useCallForm({
    call: 'update_mail_text',
    initial: { iv_subject: shown.subject, iv_text: shown.text },
    check: ({ iv_subject, iv_text }) => ({ iv_subject: unknown(iv_subject), iv_text: unknown(iv_text) }),
    send: (fields) => update({ iv_kind: shown.kind, ...fields }).unwrap(),
    onDone: () => {
      toast.done(t('saved'));
      form.restart();
    },
  });
  const { iv_subject, iv_text } = form.form.values;
  const { onFocus, insert } = useInsertion(form.form.values, (field, text) => form.form.setFieldValue(field, text));
  return (
    <form {...form.formProps}>
      <LeaveGuard isDirty={form.isDirty} />
      <div className={classes.columns}>
        <Stack gap="sm">
          <TextInput label={t('texts.subject')} dir="auto" {...form.field('iv_subject')} onFocus={onFocus('iv_subject')} />
          <Textarea
            label={t('texts.text')}
            description={t('texts.hint')}
            dir="auto"
            autosize
            minRows={5}
            maxRows={16}
            {...form.field('iv_text')}
            onFocus={onFocus('iv_text')}
          />
          <fieldset className={classes.variables} aria-label={t('texts.variables')}>
            {variables.map(({ name }) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                translate="no"
                aria-label={t('texts.insert', { written: `{${name}}`, variable: t(`variables.${name as 'client'}`) })}
                onClick={() => insert(`{${name}}`)}
              >
                {`{${name}}`}
              </Button>
            ))}
          </fieldset>
          <FormProblem>{form.problem}</FormProblem>
          <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
          {shown.is_own ? <BackToStandard kind={shown.kind} /> : null}
        </Stack>
        <Preview subject={filledIn(iv_subject, variables)} paragraphs={paragraphsOf(filledIn(iv_text, variables))} />
      </div>
    </form>
  );
}

function BackToStandard({ kind }: Pick<ShownText, 'kind'>) {
  const { t } = useTranslation('reminders');
  const [reset, { isLoading, error }] = useResetMailTextMutation();
  return (
    <>
      <FormProblem>{error ? asFailure(error).main_msg : null}</FormProblem>
      <Button
        variant="subtle"
        loading={isLoading}
        onClick={() => {
          void reset({ iv_kind: kind }).then((answer) => {
            if (!answer.error) toast.done(t('texts.reset'));
          });
        }}
      >
        {t('texts.toStandard')}
      </Button>
    </>
  );
}

function Preview({ subject, paragraphs }: { subject: string; paragraphs: readonly string[] }) {
  const { t } = useTranslation('reminders');
  return (
    <div className={classes.preview} role="region" aria-label={t('texts.preview')}>
      <h3>{t('texts.preview')}</h3>
      <b dir="auto" translate="no">
        {subject}
      </b>
      {paragraphs.map((one, place) => (
        <p key={place} dir="auto" translate="no">
          {one}
        </p>
      ))}
    </div>
  );
}

/** Puts a variable where the cursor stands, in the field that was focused last. */
function useInsertion(values: Readonly<Record<Field, string>>, change: (field: Field, text: string) => void) {
  const last = useRef<{ field: Field; element: HTMLInputElement | HTMLTextAreaElement } | null>(null);
  const insert = (part: string) => {
    const field = last.current?.field ?? 'iv_text';
    const element = last.current?.element;
    const { text, cursor } = inserted(values[field], part, element?.selectionStart ?? null, element?.selectionEnd ?? null);
    // The cursor goes to its place in the new text, so that must be shown already.
    flushSync(() => change(field, text));
    element?.focus();
    element?.setSelectionRange(cursor, cursor);
  };
  const onFocus = (field: Field) => (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    last.current = { field, element: event.currentTarget };
  };
  return { insert, onFocus };
}
