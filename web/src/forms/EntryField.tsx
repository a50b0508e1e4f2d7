import type { KeyboardEvent, ReactNode } from 'react';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import classes from './EntryField.module.css';
import { splitAtCommas } from './list-entries';

interface EntryFieldProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** The entries, and the text in the input. The form owns both, so that saving can include text that was not added yet. */
  entries: readonly string[];
  typed: string;
  onChange: (entries: string[]) => void;
  onTyped: (typed: string) => void;
  /** `chips`: short words, also added by a comma, newest last. `rows`: sentences, newest first. */
  shape: 'chips' | 'rows';
  disabled?: boolean;
  maxLength?: number;
}

/** A list of typed entries. Enter or the plus button adds one; each can be removed. */
export function EntryField({ entries, typed, onChange, onTyped, shape, disabled = false, ...input }: EntryFieldProps) {
  const { t } = useTranslation('ui');
  const add = (added: readonly string[]) => {
    if (added.length) onChange(shape === 'rows' ? [...added, ...entries] : [...entries, ...added]);
  };
  const finish = () => {
    add([typed.trim()].filter(Boolean));
    onTyped('');
  };
  const type = (text: string) => {
    if (shape === 'rows') return onTyped(text);
    const { finished, rest } = splitAtCommas(text);
    add(finished);
    onTyped(rest);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms an input method's word; then it adds nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    finish();
  };
  return (
    <div>
      <TextInput
        {...input}
        value={typed}
        disabled={disabled}
        enterKeyHint="enter"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        rightSection={
          <ActionIcon aria-label={t('addEntry')} disabled={disabled || !typed.trim()} onClick={finish}>
            <IconPlus size={18} />
          </ActionIcon>
        }
      />
      {entries.length ? <EntryList entries={entries} shape={shape} disabled={disabled} onChange={onChange} /> : null}
    </div>
  );
}

function EntryList({ entries, shape, disabled, onChange }: Required<Pick<EntryFieldProps, 'entries' | 'shape' | 'disabled' | 'onChange'>>) {
  const { t } = useTranslation('ui');
  return (
    <ul className={classes.entries} data-shape={shape}>
      {entries.map((entry, place) => (
        <li key={`${entry} ${place}`}>
          <bdi>{entry}</bdi>
          {disabled ? null : (
            <CloseButton
              size="sm"
              aria-label={t('removeEntry', { entry })}
              onClick={() => onChange(entries.filter((_, other) => other !== place))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
