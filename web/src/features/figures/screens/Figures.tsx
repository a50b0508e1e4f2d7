import { Button, Chip, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { saveText } from '@/platform/files';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates, toast, useNow, useViewerZone } from '@/ui';
import { firstWeekdayOf, formatLocale } from '@/i18n/format-locale';
import { useFiguresQuery, useGetAccountProfileQuery, useLazyFiguresFileQuery } from '../api';
import { BusyHours } from '../components/BusyHours';
import { Course } from '../components/Course';
import { FigureTiles } from '../components/FigureTiles';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { type FiguresAnswer, isEmpty, type Range, ranges, type Span, spanOf, todayIn } from '../model';
import classes from './Figures.module.css';
import { Card } from '../components/Card';

/** /figures: what was booked and earned in a range of days, beside the range before (product.md 4.18). */
export default function Figures() {
  const { t } = useTranslation('figures');
  const profile = useGetAccountProfileQuery();
  const viewerZone = useViewerZone();
  const zone = profile.data?.data.account_data.timezone || viewerZone || 'UTC';
  const chosen = useFiguresRange(zone);
  const { span } = chosen;
  const isWaiting = profile.isLoading || span.first === '' || span.last === '';
  const query = useFiguresQuery({ ...span, timezone: zone }, { skip: isWaiting, refetchOnMountOrArgChange: true });
  const refusal = query.isError ? asFailure(query.error).iv_msg : {};
  const { download, isDownloading } = useDownloadFigures(span, zone);
  const isRefused = Object.keys(refusal).length > 0;
  return (
    <Page
      title={t('title')}
      actions={
        <Button
          className={classes.unprinted}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isDownloading}
          disabled={isWaiting || isRefused}
          onClick={download}
        >
          {t('download')}
        </Button>
      }
    >
      <Stack gap="md">
        <RangeChoice chosen={chosen} refusal={refusal} />
        {isRefused ? null : (
          <QueryStates
            query={query}
            skeleton={<FiguresSkeleton />}
            isEmpty={({ figures, former_figures }) => isEmpty(figures) && isEmpty(former_figures)}
            empty={<NoFigures />}
          >
            {(answer) => <Shown answer={answer} />}
          </QueryStates>
        )}
      </Stack>
    </Page>
  );
}

function Shown({ answer }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  return (
    <>
      <p className={classes.range}>{t('compared', { range: texts.span(answer.range), former: texts.span(answer.former_range) })}</p>
      <FigureTiles figures={answer.figures} former_figures={answer.former_figures} />
      <Course answer={answer} />
      <div className={classes.columns}>
        <MostBooked services={answer.services} />
        <BusyHours hours={answer.hours} />
      </div>
      <p className={classes.range}>{t('whatCounts', { zone: answer.timezone.replaceAll('_', ' ') })}</p>
    </>
  );
}

function NoFigures() {
  const { t } = useTranslation('figures');
  return (
    <EmptyState
      icon={IconChartBar}
      action={
        <Button component={Link} to={`${paths.myAccount}?dialog=share_page`} variant="light">
          {t('share')}
        </Button>
      }
    >
      {t('none')}
    </EmptyState>
  );
}

function FiguresSkeleton() {
  return (
    <Stack gap="md">
      <div className={classes.skeleton}>
        {[0, 1, 2, 3, 4, 5].map((tile) => (
          <Skeleton key={tile} height={104} radius="lg" />
        ))}
      </div>
      <Skeleton height={380} radius="lg" />
    </Stack>
  );
}

/** Saves the figures of a range as a CSV file on the device. */
function useDownloadFigures(span: Span, timezone: string): { download: () => void; isDownloading: boolean } {
  const { t } = useTranslation('figures');
  const [fetchFile] = useLazyFiguresFileQuery();
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    try {
      await saveText(
        await fetchFile({ ...span, timezone }).unwrap(),
        `openhours-figures-${span.first}-${span.last}.csv`,
        'text/csv;charset=utf-8',
      );
    } catch {
      toast.failed(t('downloadFailed'));
    } finally {
      setDownloading(false);
    }
  };
  return { download: () => void download(), isDownloading };
}

/** The services that were booked most, each with a bar as long as its share of the first one. */
function MostBooked({ services }: Pick<FiguresAnswer, 'services'>) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  const most = services[0]?.bookings ?? 0;
  if (most === 0) return null;
  return (
    <Card title={t('mostBooked')}>
      <table className={classes.services}>
        <thead>
          <tr>
            <th scope="col">{t('service')}</th>
            <th scope="col">{t('bookings')}</th>
            <th scope="col">{t('formerly')}</th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ service_id, name, bookings, former_bookings }) => (
            <tr key={service_id}>
              <th scope="row">
                <bdi>{name}</bdi>
                <meter className={classes.share} min={0} max={most} value={bookings} aria-hidden />
              </th>
              <td>{texts.count(bookings)}</td>
              <td>{texts.count(former_bookings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** This week, month, quarter, year, or dates of one's own, with what the server says of them beside. */
function RangeChoice({ chosen: { range, span, choose, setOwn }, refusal }: { chosen: ChosenRange; refusal: Record<string, string> }) {
  const { t } = useTranslation('figures');
  return (
    <div className={classes.choice}>
      <Chip.Group value={range} onChange={(value) => choose(value as typeof range)}>
        <Group gap="xs" role="radiogroup" aria-label={t('range.label')}>
          {ranges.map((one) => (
            <Chip key={one} value={one}>
              {t(`range.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {range === 'own' ? (
        <div className={classes.dates}>
          <TextInput
            type="date"
            label={t('range.from')}
            value={span.first}
            error={refusal['from_date']}
            onChange={({ currentTarget: { value } }) => setOwn({ ...span, first: value })}
          />
          <TextInput
            type="date"
            label={t('range.to')}
            value={span.last}
            error={refusal['to_date']}
            onChange={({ currentTarget: { value } }) => setOwn({ ...span, last: value })}
          />
        </div>
      ) : null}
    </div>
  );
}

interface ChosenRange {
  range: Range;
  span: Span;
  choose: (range: Range) => void;
  setOwn: (span: Span) => void;
}

/** The range in the address, so that Back and a copied link show it again. Own dates begin with those of the range before. */
function useFiguresRange(zone: string): ChosenRange {
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
