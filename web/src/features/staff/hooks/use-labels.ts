import { concerns } from '@/features/safety';
import { useReference } from '@/forms';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { actSentence } from '../act-sentence';
import type { Act, ReportLine } from '../api';

/** Describes an act: 'Ada warned Mara Weiss'. */
export function useActLabel(): (act: Act) => string {
  const { t } = useTranslation('staff');
  return (act) => {
    const { text, staff, account } = actSentence(act);
    return t(text, { staff: staff || t('goneAccount'), account: account || t('goneAccount'), act: act.act });
  };
}

/** A report's concern in the viewer's language. Reports store the concern's English title. */
export function useConcernLabel(): (title: string) => { title: string; details: string | null } {
  const { t } = useTranslation('safety');
  const reference = useReference();
  return (title) => {
    const key = reference?.report_concerns.find((concern) => concern.title === title)?.key;
    const concern = concerns.find((one) => one === key);
    return concern ? { title: t(`concern.${concern}.title`), details: t(`concern.${concern}.details`) } : { title, details: null };
  };
}

/** The reported thing: a post, an appointment or a message. */
export function useReportTypeLabel(): (type: ReportLine['report_type']) => string {
  const { t } = useTranslation('staff');
  return (type) => t(`thing.${type}`);
}

/** A date and time on the viewer's clock; '' for none. */
export function useInstantLabel(): (instant: string | null) => string {
  const { i18n } = useTranslation();
  return (instant) => {
    const date = new Date(instant ?? '');
    return Number.isNaN(date.getTime())
      ? ''
      : dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  };
}
