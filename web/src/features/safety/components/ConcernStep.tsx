import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { concerns } from '../concerns';
import type { Reporting } from '../hooks/use-report';
import classes from './Report.module.css';

/** Why: one of the twelve concerns. */
export function ConcernStep({ reporting: { report, choose } }: { reporting: Reporting }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group
      value={report.concern ?? ''}
      onChange={(chosen) => choose({ concern: concerns.find((one) => one === chosen) ?? null })}
      aria-label={t('step.concern')}
    >
      <Stack gap="xs">
        {concerns.map((one) => (
          <ChoiceCard key={one} value={one} aria-label={t(`concern.${one}.title`)}>
            <span className={classes.line}>
              <strong>{t(`concern.${one}.title`)}</strong>
              <small>{t(`concern.${one}.details`)}</small>
            </span>
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}
