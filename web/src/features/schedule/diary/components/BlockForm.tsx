import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { asFailure } from '@/api';
import { zoneCity } from '@/features/booking';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { toast } from '@/ui';
import { useBlockTimeMutation, useUnblockTimeMutation, type BlockShown } from '../api';
import { sentEnd, type BlockFields } from '../blocks';
import classes from './Diary.module.css';

interface BlockFormProps {
  /** The provider's zone, whose clock the times are on. */
  timezone: string;
  /** Left out for a new one. */
  block?: BlockShown;
  begins: BlockFields;
  onDone: () => void;
}

/** Says whose clock times are on, where it is not the viewer's. */
export function ClockNote({ timezone }: { timezone: string }) {
  const { t } = useTranslation('diary');
  if (timezone === deviceTimezone()) return null;
  return <Text size="sm">{t('blocks.zone', { place: zoneCity(timezone) })}</Text>;
}

/** Time to block: once, each day or each week. */
export function BlockForm({ timezone, block, begins, onDone }: BlockFormProps) {
  const { t } = useTranslation('diary');
  const [save] = useBlockTimeMutation();
  const form = useCallForm({
    call: 'block_time',
    initial: begins,
    send: (fields) => save({ ...fields, iv_end_time: sentEnd(fields.iv_end_time), iv_block_id: block?.block_id ?? '' }).unwrap(),
    onDone: () => {
      toast.done(t('blocks.saved'));
      onDone();
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ClockNote timezone={timezone} />
        <TextInput type="date" label={t('blocks.day')} data-autofocus {...form.field('iv_date')} />
        <div className={classes.pair}>
          <TextInput type="time" label={t('blocks.from')} {...form.field('iv_start_time')} />
          <TextInput type="time" label={t('blocks.to')} {...form.field('iv_end_time')} />
        </div>
        <Repeat form={form} />
        <TextInput label={t('blocks.note')} description={t('blocks.noteHint')} {...form.field('iv_note')} />
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton progress={form.progress}>{t('blocks.save')}</SubmitButton>
        {block ? <RemoveButton block={block} onDone={onDone} /> : null}
      </Stack>
    </form>
  );
}

/** How often it comes again, and until when. */
function Repeat({ form }: { form: ReturnType<typeof useCallForm<BlockFields, unknown>> }) {
  const { t } = useTranslation('diary');
  const { value, onChange, error } = form.field('iv_repeat');
  const options = (['', 'daily', 'weekly'] as const).map((each) => ({ value: each, label: t(`blocks.repeat.${each || 'once'}`) }));
  return (
    <>
      <Select
        label={t('blocks.repeat.label')}
        data={options}
        value={String(value)}
        error={error}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      {value ? <TextInput type="date" label={t('blocks.until')} {...form.field('iv_until')} /> : null}
    </>
  );
}

function RemoveButton({ block, onDone }: { block: BlockShown; onDone: () => void }) {
  const { t } = useTranslation('diary');
  const [remove, { isLoading }] = useUnblockTimeMutation();
  async function removeIt(): Promise<void> {
    try {
      await remove({ iv_block_id: block.block_id }).unwrap();
      toast.done(t('blocks.removed'));
      onDone();
    } catch (error) {
      toast.failed(asFailure(error).main_msg);
    }
  }
  return (
    <Button variant="default" loading={isLoading} onClick={() => void removeIt()}>
      {t('blocks.remove')}
    </Button>
  );
}
