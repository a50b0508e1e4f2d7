import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';

const AUDIENCES = ['everybody', 'booked', 'nobody'] as const;

/** Who sees the telephone number or the street: everybody, people with a booking, or nobody (product.md 3.6). */
export function ContactAudienceField(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('onboarding');
  return <Select data={AUDIENCES.map((value) => ({ value, label: t(`shownTo.${value}`) }))} {...props} />;
}
