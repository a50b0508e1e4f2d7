import { ActionIcon, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { minutesOf, type CustomSlot, type DayWindow, type Weekday } from '../hours';
import classes from './DayEditor.module.css';

interface DayEditorProps {
  day: Weekday;
  window: DayWindow;
  /** By the window's field names: quota_end_time, custom_slots … */
  errors: Readonly<Record<string, string>>;
  onChange: (window: Partial<DayWindow>) => void;
  onCopy: () => void;
}

/** One weekday: open or closed, and how its slots are made. */
export function DayEditor({ day, window, errors, onChange, onCopy }: DayEditorProps) {
  const { t } = useTranslation('schedule');
  const open = window.status === 'open';
  const name = t(`hours.day.${day}`);
  return (
    <fieldset className={classes.day} data-closed={open ? undefined : true}>
      <legend className={classes.legend}>{name}</legend>
      <Group justify="space-between">
        <Switch
          checked={open}
          classNames={{ label: classes.name }}
          label={open ? name : `${name} · ${t('hours.closed')}`}
          aria-label={t('hours.open', { day: name })}
          onChange={(event) => onChange({ status: event.currentTarget.checked ? 'open' : 'closed' })}
        />
        {open ? (
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              aria-label={t('hours.type')}
              value={window.type}
              onChange={(type) => onChange({ type: type === 'custom' ? 'custom' : 'quota' })}
              data={[
                { value: 'quota', label: t('hours.quota') },
                { value: 'custom', label: t('hours.custom') },
              ]}
            />
            <ActionIcon aria-label={`${t('hours.copy')}: ${name}`} title={t('hours.copy')} onClick={onCopy}>
              <IconCopy size={17} />
            </ActionIcon>
          </Group>
        ) : null}
      </Group>
      {open && window.type === 'quota' ? <Quota window={window} errors={errors} onChange={onChange} /> : null}
      {open && window.type === 'custom' ? <Custom window={window} errors={errors} onChange={onChange} /> : null}
    </fieldset>
  );
}

type PartProps = Pick<DayEditorProps, 'window' | 'errors' | 'onChange'>;

function Quota({ window, errors, onChange }: PartProps) {
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="sm" mt="sm">
      <div className={classes.fields}>
        <Time label={t('hours.from')} value={window.start} error={errors['quota_start_time']} onChange={(start) => onChange({ start })} />
        <Time label={t('hours.to')} value={window.end} error={errors['quota_end_time']} onChange={(end) => onChange({ end })} />
        <TextInput
          label={t('hours.duration')}
          inputMode="numeric"
          value={window.duration}
          error={errors['quota_duration']}
          onChange={(event) => onChange({ duration: event.currentTarget.value })}
        />
        <TextInput
          label={t('hours.buffer')}
          inputMode="numeric"
          value={window.buffer}
          error={errors['quota_buffer']}
          onChange={(event) => onChange({ buffer: event.currentTarget.value })}
        />
      </div>
      {window.timeOff.map((off, index) => (
        <div key={index} className={classes.period}>
          <Time label={t('hours.from')} value={off.startTime} onChange={(startTime) => onChange({ timeOff: changed(window.timeOff, index, { startTime }) })} />
          <Time label={t('hours.to')} value={off.endTime} onChange={(endTime) => onChange({ timeOff: changed(window.timeOff, index, { endTime }) })} />
          <ActionIcon size="lg" aria-label={t('hours.removeTimeOff')} onClick={() => onChange({ timeOff: window.timeOff.toSpliced(index, 1) })}>
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      <FieldError text={errors['quota_time_off']} />
      <Add text={t('hours.addTimeOff')} onAdd={() => onChange({ timeOff: [...window.timeOff, { startTime: '12:00', endTime: '13:00' }] })} />
    </Stack>
  );
}

function Custom({ window, errors, onChange }: PartProps) {
  const { t } = useTranslation('schedule');
  const set = (index: number, change: Partial<CustomSlot>) =>
    onChange({ customSlots: changed(window.customSlots, index, change).map(withDuration) });
  return (
    <Stack gap="sm" mt="sm">
      {window.customSlots.map((slot, index) => (
        <div key={slot.id} className={classes.period}>
          <Time label={t('hours.from')} value={slot.startTime} onChange={(startTime) => set(index, { startTime })} />
          <Time label={t('hours.to')} value={slot.endTime} onChange={(endTime) => set(index, { endTime })} />
          <TextInput label={t('hours.alias')} maxLength={60} value={slot.alias} onChange={(event) => set(index, { alias: event.currentTarget.value })} />
          <ActionIcon size="lg" aria-label={t('hours.removeSlot')} onClick={() => onChange({ customSlots: window.customSlots.toSpliced(index, 1) })}>
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      <FieldError text={errors['custom_slots']} />
      <Add text={t('hours.addSlot')} onAdd={() => onChange({ customSlots: [...window.customSlots, nextSlot(window.customSlots)] })} />
    </Stack>
  );
}

function changed<T>(list: readonly T[], index: number, change: Partial<T>): T[] {
  return list.map((entry, place) => (place === index ? { ...entry, ...change } : entry));
}

function withDuration(slot: CustomSlot): CustomSlot {
  const minutes = minutesOf(slot.endTime) - minutesOf(slot.startTime);
  return { ...slot, duration: Number.isNaN(minutes) ? slot.duration : String(Math.max(0, minutes)) };
}

/** A new slot starts where the last one ends. */
function nextSlot(slots: readonly CustomSlot[]): CustomSlot {
  const startTime = slots.at(-1)?.endTime ?? '09:00';
  const end = Math.min((Number.isNaN(minutesOf(startTime)) ? 540 : minutesOf(startTime)) + 60, 1440);
  const endTime = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
  return withDuration({ id: crypto.randomUUID(), startTime, endTime, alias: '', duration: '60' });
}

interface TimeProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (time: string) => void;
}

/** A time of day on a 24-hour clock. A plain field: browsers' own time pickers know no 24:00. */
function Time({ label, value, error, onChange }: TimeProps) {
  return (
    <TextInput
      label={label}
      placeholder="09:00"
      inputMode="numeric"
      maxLength={5}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <Text size="sm" c="var(--danger)" role="alert">
      {text}
    </Text>
  ) : null;
}

function Add({ text, onAdd }: { text: string; onAdd: () => void }) {
  return (
    <div>
      <Button variant="subtle" size="compact-md" leftSection={<IconPlus size={16} />} onClick={onAdd}>
        {text}
      </Button>
    </div>
  );
}

