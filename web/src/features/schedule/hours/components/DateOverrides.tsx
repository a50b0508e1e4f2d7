import { useState } from 'react';
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconBeach, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { Sheet } from '@/ui';
import { daysText, isBackwards, newOverride, NOTE_MAX, type Override, todayIn } from '../date-overrides';
import type { HoursEditor } from '../hooks/use-hours-editor';
import classes from '../screens/BusinessHours.module.css';
import { useHoursText } from '../hooks/use-hours-text';
import { SlotFields } from './DayFields';

/** The dialog's entry and the index it replaces; null for a new entry. */
interface Edited {
  entry: Override;
  instead: Override | null;
}

/** Days off and days with different hours, without past ones, and their dialog. */
export function DateOverrides({ hours }: { hours: HoursEditor }) {
  const { t } = useTranslation('schedule');
  const [edited, setEdited] = useState<Edited | null>(null);
  const today = todayIn(hours.timezone);
  const error = hours.preview.errors['iv_date_overrides'];
  return (
    <SettingsPanel title={t('overrides.title')}>
      <OverrideList hours={hours} onEdit={(entry) => setEdited({ entry, instead: entry })} />
      {error ? (
        <Text size="sm" c="var(--danger)" role="alert">
          {error}
        </Text>
      ) : null}
      <div>
        <Button
          variant="light"
          leftSection={<IconPlus size={16} />}
          onClick={() => setEdited({ entry: newOverride(today, hours.week), instead: null })}
        >
          {t('overrides.add')}
        </Button>
      </div>
      {edited ? (
        <OverrideDialog
          entry={edited.entry}
          isNew={edited.instead === null}
          today={today}
          onClose={() => setEdited(null)}
          onSave={(entry) => {
            hours.keepOverride(entry, edited.instead);
            setEdited(null);
          }}
        />
      ) : null}
    </SettingsPanel>
  );
}

function OverrideList({ hours, onEdit }: { hours: HoursEditor; onEdit: (entry: Override) => void }) {
  const { t } = useTranslation('schedule');
  if (hours.overrides.length === 0) {
    return (
      <p className={classes.none}>
        <IconBeach size={20} aria-hidden /> {t('overrides.none')}
      </p>
    );
  }
  return (
    <ul className={classes.overrides}>
      {hours.overrides.map((entry) => (
        <OverrideRow
          key={`${entry.date} ${entry.endDate}`}
          entry={entry}
          onEdit={() => onEdit(entry)}
          onRemove={() => hours.removeOverride(entry)}
        />
      ))}
    </ul>
  );
}

function OverrideRow({ entry, onEdit, onRemove }: { entry: Override; onEdit: () => void; onRemove: () => void }) {
  const { t, i18n } = useTranslation('schedule');
  const hoursText = useHoursText();
  const { window } = entry;
  const days = daysText(entry, formatLocale(i18n.language));
  const times = window.type === 'custom' ? t('hours.slotCount', { count: window.customSlots.length }) : hoursText(window);
  return (
    <li className={classes.override}>
      <span className={classes.overrideWords}>
        <b>{days}</b>
        <span>
          {window.status === 'closed' ? t('hours.closed') : times}
          {entry.note ? ` · ${entry.note}` : ''}
        </span>
      </span>
      <ActionIcon size="lg" aria-label={t('overrides.edit', { days })} onClick={onEdit}>
        <IconEdit size={18} />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('overrides.remove', { days })} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

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
function OverrideDialog({ entry: before, isNew, today, onSave, onClose }: OverrideDialogProps) {
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
