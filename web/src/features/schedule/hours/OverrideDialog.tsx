import { useState } from 'react';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/ui';
import classes from './BusinessHours.module.css';
import { CustomFields, QuotaFields } from './DayFields';
import { NOTE_MAX, type Override } from './overrides';

interface OverrideDialogProps {
  entry: Override;
  isNew: boolean;
  /** The first day that can be chosen. */
  today: string;
  onKeep: (entry: Override) => void;
  onClose: () => void;
}

const noErrors = {};

/** One entry: which days, why, and closed or with hours of their own. The server judges the hours as they are shown. */
export function OverrideDialog({ entry: before, isNew, today, onKeep, onClose }: OverrideDialogProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const [entry, setEntry] = useState(before);
  const change = (part: Partial<Override>) => setEntry((now) => ({ ...now, ...part }));
  const { window } = entry;
  const backwards = entry.endDate < entry.date;
  const fields = { window, errors: noErrors, onChange: (part: Partial<Override['window']>) => change({ window: { ...window, ...part } }) };
  return (
    <Sheet opened onClose={onClose} title={t(isNew ? 'overrides.addTitle' : 'overrides.editTitle')} size="lg">
      <Stack gap="sm">
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={t('overrides.from')}
            min={today}
            value={entry.date}
            error={entry.date ? null : t('overrides.missing')}
            onChange={(event) => {
              const date = event.currentTarget.value;
              // A single day stays one.
              change(entry.endDate === entry.date || entry.endDate < date ? { date, endDate: date } : { date });
            }}
          />
          <TextInput
            type="date"
            label={t('overrides.to')}
            min={entry.date || today}
            value={entry.endDate}
            error={backwards ? t('overrides.backwards') : null}
            onChange={(event) => change({ endDate: event.currentTarget.value || entry.date })}
          />
        </div>
        <TextInput label={t('overrides.note')} placeholder={t('overrides.noteExample')} maxLength={NOTE_MAX} value={entry.note} onChange={(event) => change({ note: event.currentTarget.value })} />
        <SegmentedControl
          aria-label={t('overrides.kind')}
          value={window.status}
          onChange={(status) => fields.onChange({ status: status === 'open' ? 'open' : 'closed' })}
          data={[
            { value: 'closed', label: t('hours.closed') },
            { value: 'open', label: t('overrides.ownHours') },
          ]}
        />
        {window.status === 'open' ? (
          <>
            <SegmentedControl
              aria-label={t('hours.type')}
              value={window.type}
              onChange={(type) => fields.onChange({ type: type === 'custom' ? 'custom' : 'quota' })}
              data={[
                { value: 'quota', label: t('hours.quota') },
                { value: 'custom', label: t('hours.custom') },
              ]}
            />
            {window.type === 'quota' ? <QuotaFields {...fields} /> : <CustomFields {...fields} />}
          </>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button disabled={!entry.date || backwards} onClick={() => onKeep(entry)}>
            {t(isNew ? 'overrides.keepNew' : 'overrides.keep')}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
