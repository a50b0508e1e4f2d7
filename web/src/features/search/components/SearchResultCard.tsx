import { Badge, Skeleton } from '@mantine/core';
import { IconClock, IconHeartHandshake, IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { FoundProvider, ListedService, NextFreeTime, SearchQuery } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { chooseTime, providerPath, useBookingLink } from '@/routing';
import { Avatar, useDurationText, useMoneyText, usePriceText, useRatingText } from '@/ui';
import { useAwayText } from '@/ui/use-away-text';
import classes from './SearchResultCard.module.css';

const dateOn = (instant: Date, timezone: string) => dateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant);

/** Days until an instant on a zone's clock: 0 for today, 1 for tomorrow. */
function daysAway(instant: Date, now: Date, timezone: string): number {
  const midnight = (date: Date) => Date.parse(`${dateOn(date, timezone)}T00:00:00Z`);
  return Math.round((midnight(instant) - midnight(now)) / 86_400_000);
}

/** Formats a free time as 'Today 16:20', 'Tomorrow 9:00' or 'Tue 24 Nov, 9:00' on the viewer's clock. */
function useFreeTimeText(timezone: string): (start: string) => string {
  const { t, i18n } = useTranslation('search');
  const locale = formatLocale(i18n.language);
  return (start) => {
    const instant = new Date(start);
    const time = dateTimeFormat(locale, { timeZone: timezone, hour: 'numeric', minute: '2-digit' }).format(instant);
    const days = daysAway(instant, new Date(), timezone);
    if (days === 0) return t('today', { time });
    if (days === 1) return t('tomorrow', { time });
    return dateTimeFormat(locale, {
      timeZone: timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }).format(instant);
  };
}

/** When the first shown service can be had next: not known yet, never soon, or a start and the slots that it takes. */
export type NextFree = 'unknown' | null | NextFreeTime;

interface SearchResultCardProps {
  provider: FoundProvider;
  /** The provider's services that match the search. */
  services: readonly ListedService[];
  nextFree: NextFree;
  timezone: string;
  query: SearchQuery;
}

/** A provider in the results: name, rating, lowest price, next free time, and matching services. */
export function SearchResultCard({ provider, services, nextFree, timezone, query }: SearchResultCardProps) {
  const { t } = useTranslation(['search', 'ui']);
  const { name, username, avatar, expertise, city } = provider;
  const page = providerPath(username || name);
  const away = useAwayText()(provider);
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <Avatar name={name} src={avatar} size={64} />
        <div className={classes.person}>
          <h2>
            <Link to={page} className={classes.name}>
              {name}
            </Link>
            {provider.manual_verification === 'verified' ? (
              <IconRosetteDiscountCheckFilled size={18} className={classes.verified} aria-label={t('ui:verified')} role="img" />
            ) : null}
          </h2>
          <p>{[expertise, city].filter(Boolean).join(' · ')}</p>
          <RatingAndTrust provider={provider} />
          {away ? (
            <Badge color="gray" variant="light" className={classes.away}>
              {away}
            </Badge>
          ) : null}
        </div>
        <LowestPrice provider={provider} />
      </div>
      {services.length > 0 ? (
        <>
          <MatchingServices services={services} />
          <div className={classes.foot}>
            <NextFreeLink provider={provider} services={services} nextFree={nextFree} timezone={timezone} query={query} />
          </div>
        </>
      ) : null}
    </article>
  );
}

function RatingAndTrust({ provider: { rating_all_avg, rating_client_size, trusted_by } }: { provider: FoundProvider }) {
  const { t } = useTranslation(['search', 'ui']);
  const ratingText = useRatingText();
  return (
    <p className={classes.trust}>
      {rating_client_size > 0 ? (
        <span>
          <IconStarFilled size={14} aria-hidden /> <b>{ratingText(rating_all_avg)}</b> {t('reviews', { count: rating_client_size })}
        </span>
      ) : (
        <span>{t('ui:noRatings')}</span>
      )}
      {trusted_by > 0 ? (
        <span className={classes.trusted}>
          <IconHeartHandshake size={16} aria-hidden /> {t('trustedBy', { count: trusted_by })}
        </span>
      ) : null}
    </p>
  );
}

function LowestPrice({ provider: { cheapest, currency } }: { provider: FoundProvider }) {
  const { t } = useTranslation('search');
  const money = useMoneyText();
  if (cheapest === null) return null;
  return (
    <span className={classes.from}>
      {cheapest > 0 ? t('from') : null} <b className="figure">{money(cheapest, currency)}</b>
    </span>
  );
}

function MatchingServices({ services }: { services: readonly ListedService[] }) {
  const price = usePriceText();
  const duration = useDurationText();
  return (
    <ul className={classes.services}>
      {services.map(({ service_id, service, duration: minutes, cost, currency, price_kind, brief }) => (
        <li key={service_id}>
          <span>
            {service}
            {brief ? <bdi className={classes.brief}>{brief}</bdi> : null}
          </span>
          <small>{duration(minutes)}</small>
          <b className="figure">{price({ cost: Number(cost), currency, price_kind })}</b>
        </li>
      ))}
    </ul>
  );
}

/** Links to the booking of the first shown service, at its next free time once that is known. */
function NextFreeLink({ provider, services, nextFree, timezone, query }: SearchResultCardProps) {
  const { t } = useTranslation('search');
  const bookingLink = useBookingLink();
  const freeTime = useFreeTimeText(timezone);
  const [service] = services;
  if (!service) return null;
  if (nextFree === 'unknown') return <Skeleton height={22} width={170} radius="xl" />;
  const choose = () => {
    if (!nextFree) return;
    const { service_id: serviceId } = service;
    const day = dateOn(new Date(nextFree.provider_start_time), timezone);
    chooseTime(provider.provider_id, { serviceId, mode: modeOf(service, query), slots: nextFree.run, day });
  };
  return (
    <Link {...bookingLink(provider.provider_id)} onClick={choose} className={classes.free} data-none={nextFree === null || undefined}>
      <IconClock size={18} aria-hidden />
      {nextFree ? (
        <>
          {services.length > 1 ? t('nextFreeFor', { service: service.service }) : t('nextFree')}{' '}
          <b>{freeTime(nextFree.provider_start_time)}</b>
        </>
      ) : (
        t(query.availableOn ? 'noneThatDay' : 'noneSoon')
      )}{' '}
      <span className={classes.unseen}>{t('bookWith', { name: provider.name })}</span>
    </Link>
  );
}

/** The mode in which the service is booked; null where the client has to choose. */
function modeOf({ delivery_mode: offered }: ListedService, { deliveryMode: asked }: SearchQuery): 'in-person' | 'remote' | null {
  const mode = [offered, asked].find((one) => one === 'in-person' || one === 'remote');
  return mode ?? null;
}
