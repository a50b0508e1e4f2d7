import { TextInput } from '@mantine/core';
import { parseTime } from '../weekly-hours';

interface TimeFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (time: string) => void;
}

/** A time of day on a 24-hour clock: 9, 930 and 9:30 will do. A plain field: browsers' own time pickers know no 24:00. */
export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
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
