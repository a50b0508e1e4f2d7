import type { CSSProperties } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import type { FiguresAnswer } from '../model';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { Card } from './Card';
import classes from '../screens/Figures.module.css';

/** In which hours of the week sessions begin: the more, the stronger the colour; the number says how many. */
export function BusyHours({ hours }: Pick<FiguresAnswer, 'hours'>) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  if (hours.length === 0) return null;
  const most = Math.max(...hours.map(({ sessions }) => sessions));
  const first = Math.min(...hours.map(({ hour }) => hour));
  const last = Math.max(...hours.map(({ hour }) => hour));
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const counts = new Map(hours.map(({ weekday, hour, sessions }) => [`${weekday} ${hour}`, sessions]));
  return (
    <Card title={t('busyHours')}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className={classes.scroll} role="group" aria-label={t('busyHours')} tabIndex={0}>
        <table className={classes.week}>
          <thead>
            <tr>
              <td />
              {shown.map((hour) => (
                <th key={hour} scope="col">
                  {texts.hour(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
              <tr key={weekday}>
                <th scope="row" abbr={texts.weekday(weekday, 'long')}>
                  {texts.weekday(weekday, 'short')}
                </th>
                {shown.map((hour) => {
                  const sessions = counts.get(`${weekday} ${hour}`) ?? 0;
                  return (
                    <td key={hour} data-some={sessions > 0 || undefined} style={{ '--level': sessions / most } as CSSProperties}>
                      {sessions > 0 ? texts.count(sessions) : ''}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
