import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { CancellationTermsText, type CancellationTerms } from '@/ui/CancellationTerms';
import { termsOf, type OfferedService } from '../basket';
import type { ShownZone } from '../hooks/use-shown-zone';
import type { Run } from '../runs';

const HOUR = 3_600_000;

interface CancellingTermsProps {
  services: readonly OfferedService[];
  spans: readonly Run[];
  zone: ShownZone;
}

/** The terms for cancelling of the chosen services, each once, with the time until which it is free while that is to come (product.md 4.7). */
export function CancellingTerms({ services, spans, zone }: CancellingTermsProps) {
  const { t, i18n } = useTranslation('ui');
  const now = useNow().getTime();
  const each = termsOf(services);
  const start = Math.min(...spans.flatMap((span) => span.map((slot) => Date.parse(slot.provider_start_time))));
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone.timezone,
  });
  /** Until when it is free, while that is to come. */
  const until = ({ free_hours }: CancellationTerms) => {
    const end = start - free_hours * HOUR;
    return Number.isFinite(end) && end > now ? { freeUntil: format.format(end) } : {};
  };
  if (each.length === 0) return null;
  return (
    <div>
      <dt>{t('cancelling.title')}</dt>
      {each.map((terms) => (
        <dd key={JSON.stringify(terms)}>
          <CancellationTermsText terms={terms} {...until(terms)} />
        </dd>
      ))}
    </div>
  );
}
