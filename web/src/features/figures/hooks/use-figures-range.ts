import { useSearchParams } from 'react-router-dom';
import { firstWeekdayOf, formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { ranges, spanOf, todayIn, type Range, type Span } from '../model';

export interface ChosenRange {
  range: Range;
  span: Span;
  choose: (range: Range) => void;
  setOwn: (span: Span) => void;
}

/** The range in the address, so that Back and a copied link show it again. Own dates begin with those of the range before. */
export function useFiguresRange(zone: string): ChosenRange {
  const { i18n } = useTranslation('figures');
  const [params, setParams] = useSearchParams();
  const today = todayIn(zone, new Date(useNow()));
  const asked = params.get('range');
  const range = ranges.find((known) => known === asked) ?? 'month';
  const named = spanOf(range === 'own' ? 'month' : range, today, firstWeekdayOf(formatLocale(i18n.language)));
  const span = range === 'own' ? { first: params.get('from') ?? named.first, last: params.get('to') ?? named.last } : named;
  const setOwn = ({ first, last }: Span) => setParams({ range: 'own', from: first, to: last }, { replace: true });
  return { range, span, setOwn, choose: (chosen) => (chosen === 'own' ? setOwn(span) : setParams({ range: chosen }, { replace: true })) };
}
