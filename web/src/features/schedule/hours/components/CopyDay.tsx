import { useState } from 'react';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { otherOpenDays, WEEKDAYS, type Week, type Weekday } from '../weekly-hours';

interface CopyDayProps {
  from: Weekday;
  week: Week;
  onCopy: (to: Weekday[]) => void;
  onClose: () => void;
}

/** Chooses the days to which one day's hours are copied. */
export function CopyDay({ from, week, onCopy, onClose }: CopyDayProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const [chosen, setChosen] = useState<string[]>([]);
  const openDays = otherOpenDays(week, from);
  const others = WEEKDAYS.filter((day) => day !== from);
  const allOpen = openDays.length > 0 && openDays.every((day) => chosen.includes(day));
  return (
    <Sheet opened onClose={onClose} title={t('hours.copyTitle', { day: t(`hours.day.${from}`) })} size="sm">
      <Stack>
        <Checkbox
          fw={600}
          label={t('hours.allOpen')}
          checked={allOpen}
          disabled={openDays.length === 0}
          onChange={() =>
            setChosen(allOpen ? chosen.filter((day) => !openDays.some((open) => open === day)) : [...new Set([...chosen, ...openDays])])
          }
        />
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('hours.copyTo')}>
          <Stack gap="sm" ps="lg">
            {others.map((day) => (
              <Checkbox
                key={day}
                value={day}
                label={t(`hours.day.${day}`)}
                description={week[day].status === 'closed' ? t('hours.copyOpens') : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onCopy(others.filter((day) => chosen.includes(day)))}>
            {t('hours.copyDo', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
