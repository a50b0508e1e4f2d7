import type { AccountData, DeliveryMode, RatingSummary } from '@/api';
import { useNextFreeSlot } from '@/features/booking';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { useMoneyText, useRatingText } from '@/ui';
import { useGetAccountProviderServicesQuery } from '../api';
import classes from './TrustStrip.module.css';

interface TrustStripProps {
  provider: AccountData;
  summary: RatingSummary;
}

/** Rating, trust and the next free slot at a glance. */
export function TrustStrip({ provider, summary }: TrustStripProps) {
  const { t } = useTranslation(['provider', 'ui']);
  const money = useMoneyText();
  const ratingText = useRatingText();
  const services = useGetAccountProviderServicesQuery({ filter: 'active', providerId: provider.owner_id });
  const offered = services.currentData?.data.account_services ?? [];
  const cheapest = offered
    .filter(({ price_kind }) => price_kind !== 'on_request')
    .reduce<(typeof offered)[number] | null>((least, service) => (!least || service.cost < least.cost ? service : least), null);
  const rated = summary.reviews > 0 && summary.rating !== null;
  return (
    <dl className={classes.strip}>
      <TrustFigure
        value={rated ? ratingText(Number(summary.rating)) : t('trust.notRated')}
        caption={rated ? t('trust.reviews', { count: summary.reviews }) : t('trust.noRatings')}
      />
      <TrustFigure value={useNextFree(provider)} caption={t('trust.nextFree')} />
      {provider.delivery_mode ? (
        <TrustFigure
          value={t(`ui:deliveryMode.${provider.delivery_mode as DeliveryMode}`).replace(/ \(.*\)/, '')}
          caption={t('trust.meets')}
        />
      ) : null}
      {cheapest ? <TrustFigure value={money(cheapest.cost, cheapest.currency)} caption={t('trust.from')} /> : null}
    </dl>
  );
}

function TrustFigure({ value, caption }: { value: string; caption: string }) {
  return (
    <div>
      <dt>{caption}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}

/** The start of the first free slot within two weeks, on the viewer's clock. */
function useNextFree({ owner_id, timezone: knownZone }: AccountData): string {
  const { t, i18n } = useTranslation('provider');
  const { slot, timezone, today } = useNextFreeSlot(owner_id, knownZone);
  if (slot === undefined) return '…';
  if (slot === null) return t('trust.noneSoon');
  const start = new Date(slot.provider_start_time);
  const locale = formatLocale(i18n.language);
  const clock = { timeZone: timezone, hour: 'numeric', minute: '2-digit' } as const;
  const isToday = dateTimeFormat('en-CA', { timeZone: timezone }).format(start) === today;
  if (isToday) return t('trust.today', { time: dateTimeFormat(locale, clock).format(start) });
  return dateTimeFormat(locale, { ...clock, weekday: 'short', day: 'numeric' }).format(start);
}
