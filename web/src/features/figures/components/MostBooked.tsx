import { useTranslation } from '@/i18n/use-translation';
import type { FiguresAnswer } from '../model';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { Card } from './Card';
import classes from './MostBooked.module.css';

/** The services that were booked most, each with a bar as long as its share of the first one. */
export function MostBooked({ services }: Pick<FiguresAnswer, 'services'>) {
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
