import { Suspense, useState } from 'react';
import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { lazyPart } from '@/ui/lazy-part';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { metricsOf, valueOf, type Metric, type FiguresAnswer } from '../model';
import { Card } from './Card';
import classes from '../screens/Figures.module.css';

/** The chart library is fetched with the first chart alone. */
const FigureChart = lazyPart(() => import('./FigureChart'));

/** How one figure goes through the range: a chart, and a table of the same for screen readers. */
export function Course({ answer }: { answer: FiguresAnswer }) {
  const { t, i18n } = useTranslation('figures');
  const texts = useFigureTexts();
  const metrics = metricsOf(answer.figures);
  const [wanted, setWanted] = useState<Metric>('bookings');
  const metric = metrics.includes(wanted) ? wanted : 'bookings';
  return (
    <Card title={t('course')}>
      <NativeSelect
        className={classes.metric}
        label={t('metric.label')}
        value={metric}
        onChange={({ currentTarget: { value } }) => setWanted(value as Metric)}
        data={metrics.map((one) => ({ value: one, label: texts.metric(one) }))}
      />
      <Suspense fallback={<Skeleton height={260} radius="lg" />}>
        <FigureChart
          points={answer.series.map((part, place) => {
            const former = answer.former_series[place];
            return { starts: texts.part(part.starts, answer.unit), now: valueOf(part, metric), before: former && valueOf(former, metric) };
          })}
          names={{ now: t('thisRange'), before: t('formerRange') }}
          format={(value) => texts.value(value, metric)}
          whole={metric === 'bookings' || metric === 'requests' || metric === 'views'}
          rightToLeft={i18n.dir() === 'rtl'}
        />
      </Suspense>
      <p className={classes.key} aria-hidden>
        <span className={classes.now}>{t('thisRange')}</span> <span className={classes.before}>{t('formerRange')}</span>
      </p>
      <VisuallyHidden>
        <table>
          <caption>{texts.metric(metric)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`unit.${answer.unit}`)}</th>
              <th scope="col">{t('thisRange')}</th>
              <th scope="col">{t('formerRange')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.series.map((part, place) => {
              const former = answer.former_series[place];
              return (
                <tr key={part.starts}>
                  <th scope="row">{texts.part(part.starts, answer.unit)}</th>
                  <td>{texts.value(valueOf(part, metric), metric)}</td>
                  <td>{former ? texts.value(valueOf(former, metric), metric) : t('unknown')}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  );
}
