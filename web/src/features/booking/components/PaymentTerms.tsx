import { parseTextList } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useGetAccountProviderServicesQuery } from '../api';
import classes from './BookingPanel.module.css';

interface PaymentTermsProps {
  providerId: string;
}

/** How the provider wants to be paid: methods, whether the price is open to talk, and their note (product.md 3.8). */
export function PaymentTerms({ providerId }: PaymentTermsProps) {
  const { t } = useTranslation('booking');
  const query = useGetAccountProviderServicesQuery({ filter: 'active', providerId });
  const terms = query.currentData?.data;
  if (!terms) return null;
  const methods = parseTextList(terms.payment_methods).map((method) => t(`payment.${method}` as 'payment.cash', method));
  return (
    <>
      {methods.length > 0 ? <span>{methods.join(', ')} · </span> : null}
      <span>{t(`payment.${terms.fee_policy === 'negotiable' ? 'negotiable' : 'fixed'}`)}</span>
      {terms.payment_note ? <bdi className={classes.brief}>{terms.payment_note}</bdi> : null}
    </>
  );
}
