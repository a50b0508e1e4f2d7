import type { AccountData, DeliveryMode, RatingSummary } from '@/api';
import { dateIn, useNextFreeSlot, useShownZone } from '@/features/booking';
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
      {offered.length > 0 ? <NextFree provider={provider} services={offered} /> : null}
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

/** When the shortest service can be had next, on the viewer's clock. */
function NextFree({ provider, services }: Pick<TrustStripProps, 'provider'> & { services: Parameters<typeof useNextFreeSlot>[1] }) {
  const { t } = useTranslation('provider');
  const { viewer: timezone } = useShownZone(provider.owner_id, provider.timezone);
  const text = useStartText(timezone);
  const start = useNextFreeSlot(provider.owner_id, services);
  return <TrustFigure value={start ? text(start) : start === null ? t('trust.noneSoon') : '…'} caption={t('trust.nextFree')} />;
}

/** Formats a start as 'today 16:20' or 'Tue 24, 9:00'. */
function useStartText(timezone: string): (start: string) => string {
  const { t, i18n } = useTranslation('provider');
  const locale = formatLocale(i18n.language);
  const clock = { timeZone: timezone, hour: 'numeric', minute: '2-digit' } as const;
  return (start) => {
    const instant = new Date(start);
    const isToday = dateIn(instant, timezone) === dateIn(new Date(), timezone);
    if (isToday) return t('trust.today', { time: dateTimeFormat(locale, clock).format(instant) });
    return dateTimeFormat(locale, { ...clock, weekday: 'short', day: 'numeric' }).format(instant);
  };
}
