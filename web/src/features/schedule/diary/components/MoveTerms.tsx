import { useState } from 'react';
import { Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetMoveTermsQuery, useUpdateMoveTermsMutation } from '../api';

/** Whether clients are asked or told when an appointment is moved (product.md 4.26). */
export function MoveTerms() {
  const { t } = useTranslation('diary');
  const query = useGetMoveTermsQuery();
  return (
    <SettingsPanel title={t('moving.terms.title')} lead={t('moving.terms.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={160} />}>
        {({ data }) => <TermsForm key={String(data.told_until_hours)} hours={data.told_until_hours} />}
      </QueryStates>
    </SettingsPanel>
  );
}

function TermsForm({ hours }: { hours: number | null }) {
  const { t } = useTranslation('diary');
  const [keep] = useUpdateMoveTermsMutation();
  const [tells, setTells] = useState(hours !== null);
  const form = useCallForm({
    call: 'update_move_terms',
    initial: { iv_told_until_hours: String(hours ?? 24) },
    send: ({ iv_told_until_hours }) => keep({ iv_told_until_hours: tells ? Number(iv_told_until_hours) : null }).unwrap(),
    onDone: () => {
      form.restart();
      toast.done(t('moving.terms.saved'));
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <Radio.Group aria-label={t('moving.terms.title')} value={tells ? 'tell' : 'ask'} onChange={(value) => setTells(value === 'tell')}>
          <Stack gap="xs">
            <Radio value="ask" label={t('moving.terms.ask')} />
            <Radio value="tell" label={t('moving.terms.tell')} />
          </Stack>
        </Radio.Group>
        {tells ? (
          <TextInput
            inputMode="numeric"
            label={t('moving.terms.hours')}
            description={t('moving.terms.hoursHint')}
            {...form.field('iv_told_until_hours')}
          />
        ) : null}
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton progress={form.progress}>{t('moving.terms.save')}</SubmitButton>
      </Stack>
    </form>
  );
}
