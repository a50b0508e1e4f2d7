import { Chip, Group, TextInput } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { ChosenRange } from '../hooks/use-figures-range';
import { ranges } from '../model';
import classes from './RangeChoice.module.css';

/** This week, month, quarter, year, or dates of one's own, with what the server says of them beside. */
export function RangeChoice({
  chosen: { range, span, choose, setOwn },
  refusal,
}: {
  chosen: ChosenRange;
  refusal: Record<string, string>;
}) {
  const { t } = useTranslation('figures');
  return (
    <div className={classes.choice}>
      <Chip.Group value={range} onChange={(value) => choose(value as typeof range)}>
        <Group gap="xs" role="radiogroup" aria-label={t('range.label')}>
          {ranges.map((one) => (
            <Chip key={one} value={one}>
              {t(`range.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {range === 'own' ? (
        <div className={classes.dates}>
          <TextInput
            type="date"
            label={t('range.from')}
            value={span.first}
            error={refusal['from_date']}
            onChange={({ currentTarget: { value } }) => setOwn({ ...span, first: value })}
          />
          <TextInput
            type="date"
            label={t('range.to')}
            value={span.last}
            error={refusal['to_date']}
            onChange={({ currentTarget: { value } }) => setOwn({ ...span, last: value })}
          />
        </div>
      ) : null}
    </div>
  );
}
