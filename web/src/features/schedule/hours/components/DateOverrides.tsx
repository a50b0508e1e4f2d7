import { useState } from 'react';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconBeach, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { daysText, newOverride, todayIn, type Override } from '../date-overrides';
import type { HoursEditor } from '../hooks/use-hours-editor';
import classes from '../screens/BusinessHours.module.css';
import { useHoursText } from '../hooks/use-hours-text';
import { OverrideDialog } from './OverrideDialog';

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
