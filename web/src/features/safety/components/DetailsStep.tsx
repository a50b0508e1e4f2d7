import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limitsOf } from '@/forms';
import type { Reporting } from '../hooks/use-report';

/** What else there is to say; nothing need be. */
export function DetailsStep({ reporting: { form } }: { reporting: Reporting }) {
  const { t } = useTranslation('safety');
  const typed = Array.from(form.form.values.iv_report_additional).length;
  return (
    <Textarea
      {...form.field('iv_report_additional')}
      label={t('details')}
      placeholder={t('detailsHint')}
      description={t('letters', { count: typed, most: limitsOf('report_user_account', 'iv_report_additional').max ?? 0 })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      minRows={5}
      maxRows={10}
      autosize
    />
  );
}
