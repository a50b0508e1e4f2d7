import { useState } from 'react';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { isBackwards, NOTE_MAX, type Override } from '../date-overrides';
import classes from '../screens/BusinessHours.module.css';
import { SlotFields } from './DayFields';

interface OverrideDialogProps {
  entry: Override;
  isNew: boolean;
  /** The earliest selectable day. */
  today: string;
  onSave: (entry: Override) => void;
  onClose: () => void;
}

const noErrors = {};

/** Edits one entry: dates, note, and closed or with its own hours. The server validates the hours as typed. */
export function OverrideDialog({ entry: before, isNew, today, onSave, onClose }: OverrideDialogProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const [entry, setEntry] = useState(before);
  const change = (part: Partial<Override>) => setEntry((now) => ({ ...now, ...part }));
  return (
    <Sheet opened onClose={onClose} title={t(isNew ? 'overrides.addTitle' : 'overrides.editTitle')} size="lg">
      <Stack gap="sm">
        <DateFields entry={entry} today={today} onChange={change} />
        <TextInput
          label={t('overrides.note')}
          placeholder={t('overrides.noteExample')}
          maxLength={NOTE_MAX}
          value={entry.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <OwnHours window={entry.window} onChange={(part) => change({ window: { ...entry.window, ...part } })} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button disabled={!entry.date || isBackwards(entry)} onClick={() => onSave(entry)}>
            {t(isNew ? 'overrides.keepNew' : 'overrides.keep')}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

interface DateFieldsProps {
  entry: Override;
  today: string;
  onChange: (part: Partial<Override>) => void;
}

/** The first and last day. */
function DateFields({ entry, today, onChange }: DateFieldsProps) {
  const { t } = useTranslation('schedule');
  function begin(date: string): void {
    // A single day stays a single day.
    const single = entry.endDate === entry.date || entry.endDate < date;
    onChange(single ? { date, endDate: date } : { date });
  }
  return (
    <div className={classes.pair}>
      <TextInput
        type="date"
        label={t('overrides.from')}
        min={today}
        value={entry.date}
        error={entry.date ? null : t('overrides.missing')}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('overrides.to')}
        min={entry.date || today}
        value={entry.endDate}
        error={isBackwards(entry) ? t('overrides.backwards') : null}
        onChange={(event) => onChange({ endDate: event.currentTarget.value || entry.date })}
      />
    </div>
  );
}

interface OwnHoursProps {
  window: Override['window'];
  onChange: (part: Partial<Override['window']>) => void;
}

/** Closed, or open with its own hours. */
function OwnHours({ window, onChange }: OwnHoursProps) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <SegmentedControl
        aria-label={t('overrides.kind')}
        value={window.status}
        onChange={(status) => onChange({ status: status === 'open' ? 'open' : 'closed' })}
        data={[
          { value: 'closed', label: t('hours.closed') },
          { value: 'open', label: t('overrides.ownHours') },
        ]}
      />
      {window.status === 'open' ? <SlotFields window={window} errors={noErrors} onChange={onChange} /> : null}
    </>
  );
}
