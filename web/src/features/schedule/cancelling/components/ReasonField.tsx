import { Select, type SelectProps } from '@mantine/core';
import type { Side } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { CANCEL_REASONS } from '../terms';

interface ReasonFieldProps extends SelectProps {
  side: Side;
}

/** Why one side cancels, among its own reasons; nobody has to say. */
export function ReasonField({ side, ...field }: ReasonFieldProps) {
  const { t } = useTranslation('schedule');
  return (
    <Select
      label={t('cancelling.reason')}
      description={t('cancelling.reasonHint')}
      data={[
        { value: '', label: t('cancelling.noReason') },
        ...CANCEL_REASONS[side].map((value) => ({ value, label: t(`cancelling.reasons.${value}`) })),
      ]}
      {...field}
    />
  );
}
