import { Button, Skeleton, Stack } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { saveText } from '@/platform/files';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates, useViewerZone, toast } from '@/ui';
import { useFiguresQuery, useGetAccountProfileQuery, useLazyFiguresFileQuery } from '../api';
import { BusyHours } from '../components/BusyHours';
import { Course } from '../components/Course';
import { FigureTiles } from '../components/FigureTiles';
import { MostBooked } from '../components/MostBooked';
import { RangeChoice } from '../components/RangeChoice';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { useFiguresRange } from '../hooks/use-figures-range';
import { isEmpty, type Span, type FiguresAnswer } from '../model';
import classes from './Figures.module.css';

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
