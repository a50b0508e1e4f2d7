import { useTranslation } from '@/i18n/use-translation';
import { Money } from '@/ui';
import type { ClientLine } from '../api';

/** What a client has spent, by currency. */
export function Spent({ client: { spent } }: { client: ClientLine }) {
  const { t } = useTranslation('clients');
  if (spent.length === 0) return <>{t('never')}</>;
  return (
    <>
      {spent.map(({ currency, amount }, place) => (
        <span key={currency}>
          {place > 0 ? ' · ' : null}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </>
  );
}
