import { ActionIcon, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { nextSlot, nextTimeOff, parseTime, replaceAt, WINDOW_TYPES, withDuration, type CustomSlot, type DayWindow } from '../weekly-hours';
import classes from './DayEditor.module.css';

export interface DayFieldsProps {
  window: DayWindow;
  /** Keyed by the window's field names: quota_end_time, custom_slots … */
  errors: Readonly<Record<string, string>>;
  onChange: (window: Partial<DayWindow>) => void;
}

/** How an open day's slots are generated, and the fields for it. */
export function SlotFields(fields: DayFieldsProps) {
  const { t } = useTranslation('schedule');
  const { window, onChange } = fields;
  return (
    <>
      <SegmentedControl
        aria-label={t('hours.type')}
        value={window.type}
        onChange={(chosen) => onChange({ type: WINDOW_TYPES.find((type) => type === chosen) ?? 'quota' })}
        data={WINDOW_TYPES.map((type) => ({ value: type, label: t(`hours.${type}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`hours.about.${window.type}`)}
      </Text>
      {window.type === 'custom' ? <CustomFields {...fields} /> : <OpenHours {...fields} />}
    </>
  );
}

/** Open hours with time off: slots of equal length with breaks between, or starts that follow each other closely. */
function OpenHours(fields: DayFieldsProps) {
  const { window, errors, onChange } = fields;
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="sm">
      <div className={classes.fields}>
        <TimeField
          label={t('hours.from')}
          value={window.start}
          error={errors['quota_start_time']}
          onChange={(start) => onChange({ start })}
        />
        <TimeField label={t('hours.to')} value={window.end} error={errors['quota_end_time']} onChange={(end) => onChange({ end })} />
        {window.type === 'flexible' ? (
          <MinutesField
            label={t('hours.step')}
            value={window.step}
            error={errors['flexible_step']}
            onChange={(step) => onChange({ step })}
          />
        ) : (
          <SlotLength {...fields} />
        )}
      </div>
      {window.timeOff.map((off, index) => (
        <div key={index} className={classes.period} role="group" aria-label={t('hours.timeOffNumber', { number: index + 1 })}>
          <TimeField
            label={t('hours.offFrom')}
            value={off.startTime}
            onChange={(startTime) => onChange({ timeOff: replaceAt(window.timeOff, index, { startTime }) })}
          />
          <TimeField
            label={t('hours.offTo')}
            value={off.endTime}
            onChange={(endTime) => onChange({ timeOff: replaceAt(window.timeOff, index, { endTime }) })}
          />
          <RemoveButton label={t('hours.removeTimeOff')} onRemove={() => onChange({ timeOff: window.timeOff.toSpliced(index, 1) })} />
        </div>
      ))}
      <FieldError text={errors['quota_time_off']} />
      <AddButton text={t('hours.addTimeOff')} onAdd={() => onChange({ timeOff: [...window.timeOff, nextTimeOff(window)] })} />
    </Stack>
  );
}

/** How long each slot is, and the break after it. */
function SlotLength({ window, errors, onChange }: DayFieldsProps) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <MinutesField
        label={t('hours.duration')}
        value={window.duration}
        error={errors['quota_duration']}
        onChange={(duration) => onChange({ duration })}
      />
      <MinutesField
        label={t('hours.buffer')}
        value={window.buffer}
        error={errors['quota_buffer']}
        onChange={(buffer) => onChange({ buffer })}
      />
    </>
  );
}

/** Custom slots, each with an optional name. */
function CustomFields({ window, errors, onChange }: DayFieldsProps) {
  const { t } = useTranslation('schedule');
  const slots = window.customSlots;
  const set = (index: number, change: Partial<CustomSlot>) => onChange({ customSlots: replaceAt(slots, index, change).map(withDuration) });
  return (
    <Stack gap="sm">
      {slots.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('hours.noCustom')}
        </Text>
      ) : null}
      {slots.map((slot, index) => (
        <div key={slot.id} className={classes.slot} role="group" aria-label={t('hours.slotNumber', { number: index + 1 })}>
          <TimeField label={t('hours.from')} value={slot.startTime} onChange={(startTime) => set(index, { startTime })} />
          <TimeField label={t('hours.to')} value={slot.endTime} onChange={(endTime) => set(index, { endTime })} />
          <TextInput
            className={classes.alias}
            label={t('hours.alias')}
            maxLength={60}
            value={slot.alias}
            onChange={(event) => set(index, { alias: event.currentTarget.value })}
          />
          <RemoveButton label={t('hours.removeSlot')} onRemove={() => onChange({ customSlots: slots.toSpliced(index, 1) })} />
        </div>
      ))}
      <FieldError text={errors['custom_slots']} />
      <AddButton text={t('hours.addSlot')} onAdd={() => onChange({ customSlots: [...slots, nextSlot(slots, newId())] })} />
    </Stack>
  );
}

/** A replacement for `crypto.randomUUID`, which is missing on insecure origins. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface MinutesFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (minutes: string) => void;
}

function MinutesField({ label, value, error, onChange }: MinutesFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <ActionIcon className={classes.remove} size={42} aria-label={label} title={label} onClick={onRemove}>
      <IconTrash size={18} />
    </ActionIcon>
  );
}

function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <Text size="sm" c="var(--danger)" role="alert">
      {text}
    </Text>
  ) : null;
}

function AddButton({ text, onAdd }: { text: string; onAdd: () => void }) {
  return (
    <div>
      <Button variant="subtle" size="compact-md" leftSection={<IconPlus size={16} />} onClick={onAdd}>
        {text}
      </Button>
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (time: string) => void;
}

/** A time of day on a 24-hour clock; accepts 9, 930 and 9:30. A plain text field: browsers' time pickers do not allow 24:00. */
function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <TextInput
      label={label}
      placeholder="09:00"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        if (parseTime(value) !== value) onChange(parseTime(value));
      }}
    />
  );
}
