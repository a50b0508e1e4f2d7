import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { CancellationTermsText, termsOfService } from '@/ui/CancellationTerms';
import type { OfferedService } from '../basket';
import type { ShownZone } from '../hooks/use-shown-zone';
import type { Run } from '../runs';

interface CancellingTermsProps {
  services: readonly OfferedService[];
  spans: readonly Run[];
  zone: ShownZone;
}

/** The terms for cancelling of the chosen services, each once, with the time until which it is free (product.md 4.7). */
export function CancellingTerms({ services, spans, zone }: CancellingTermsProps) {
  const { t, i18n } = useTranslation('ui');
  const found = services.map(termsOfService).filter((terms) => terms !== null);
  const each = [...new Map(found.map((terms) => [JSON.stringify(terms), terms])).entries()];
  const start = Math.min(...spans.flatMap((span) => span.map((slot) => Date.parse(slot.provider_start_time))));
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone.timezone,
  });
  if (each.length === 0) return null;
  return (
    <div>
      <dt>{t('cancelling.title')}</dt>
      {each.map(([key, terms]) => (
        <dd key={key}>
          <CancellationTermsText terms={terms} {...(Number.isFinite(start) ? { freeUntil: format.format(start - terms.free_hours * 3_600_000) } : {})} />
        </dd>
      ))}
    </div>
  );
}
