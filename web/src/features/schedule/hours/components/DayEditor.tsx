import { ActionIcon, Switch } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { useHoursText } from '../hooks/use-hours-text';
import type { Weekday } from '../weekly-hours';
import classes from './DayEditor.module.css';
import { SlotFields, type DayFieldsProps } from './DayFields';
import { DaySlots, type ShownSlots } from './DaySlots';

interface DayEditorProps extends DayFieldsProps {
  day: Weekday;
  /** Whether its fields are expanded. */
  expanded: boolean;
  onExpand: (expanded: boolean) => void;
  onCopy: () => void;
  /** The slots of this day in the preview. */
  slots: ShownSlots;
}

/** One weekday: open or closed, how its slots are generated, and the resulting slots. */
export function DayEditor({ day, expanded, onExpand, onCopy, slots, ...fields }: DayEditorProps) {
  const { t } = useTranslation('schedule');
  const { window, errors, onChange } = fields;
  const open = window.status === 'open';
  const name = t(`hours.day.${day}`);
  const content = `hours-of-${day}`;
  return (
    <fieldset className={classes.day} data-closed={open ? undefined : true}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.head}>
        <Switch
          checked={open}
          classNames={{ label: classes.name, root: classes.switch }}
          label={name}
          aria-label={t('hours.open', { day: name })}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onChange({ status: checked ? 'open' : 'closed' });
            onExpand(checked);
          }}
        />
        <DaySummary window={window} errors={errors} slots={slots} />
        {open ? <DayActions name={name} content={content} expanded={expanded} onExpand={onExpand} onCopy={onCopy} /> : null}
      </div>
      {open && expanded ? (
        <div id={content} className={classes.content}>
          <SlotFields {...fields} />
          <div className={classes.slots}>
            <DaySlots {...slots} />
          </div>
        </div>
      ) : null}
    </fieldset>
  );
}

/** The day in short: an error mark, its range and slot count, or 'Closed'. */
function DaySummary({ window, errors, slots }: Pick<DayEditorProps, 'window' | 'errors' | 'slots'>) {
  const { t } = useTranslation('schedule');
  const hoursText = useHoursText();
  if (Object.keys(errors).length > 0) {
    return (
      <span className={classes.summary} data-wrong>
        <IconAlertCircle size={16} aria-hidden /> {t('hours.look')}
      </span>
    );
  }
  if (window.status !== 'open') return <span className={classes.summary}>{t('hours.closed')}</span>;
  return (
    <span className={classes.summary}>
      {window.type !== 'custom' ? <span className={classes.range}>{hoursText(window)}</span> : null}
      <span>{slots.day ? t('hours.slotCount', { count: slots.day.slots.length }) : ''}</span>
    </span>
  );
}

interface DayActionsProps extends Pick<DayEditorProps, 'expanded' | 'onExpand' | 'onCopy'> {
  /** The day's name, and the id of its expanded fields. */
  name: string;
  content: string;
}

/** The buttons to copy an open day and to expand it. */
function DayActions({ name, content, expanded, onExpand, onCopy }: DayActionsProps) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <ActionIcon size="lg" aria-label={`${t('hours.copy')}: ${name}`} title={t('hours.copy')} onClick={onCopy}>
        <IconCopy size={18} />
      </ActionIcon>
      <ActionIcon
        size="lg"
        aria-label={t(expanded ? 'hours.fold' : 'hours.unfold', { day: name })}
        aria-expanded={expanded}
        aria-controls={content}
        onClick={() => onExpand(!expanded)}
      >
        <IconChevronDown size={20} className={classes.arrow} data-up={expanded || undefined} />
      </ActionIcon>
    </>
  );
}
