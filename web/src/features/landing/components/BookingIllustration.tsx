import { useTranslation } from '@/i18n/use-translation';
import classes from './BookingIllustration.module.css';

const slots = ['9:00', '9:40', '10:20', '11:00', '13:10', '13:50'];

/** A decorative drawing of a booking. */
export function BookingIllustration() {
  const { t } = useTranslation('landing');
  return (
    <div className={classes.scene} aria-hidden>
      <div className={classes.photo} />
      <div className={classes.card}>
        <div className={classes.by}>
          <span className={classes.face} />
          <div>
            <b translate="no">Samira Okafor</b>
            <small>{t('pastryClasses')}</small>
          </div>
          <span className={classes.star}>★ 4.8</span>
        </div>
        <div className={classes.slots}>
          {slots.map((slot) => (
            <span key={slot} data-on={slot === '9:40' || slot === '10:20' || undefined} data-taken={slot === '11:00' || undefined}>
              {slot}
            </span>
          ))}
        </div>
        <div className={classes.total}>
          <b>60 €</b>
          <span>2 h</span>
        </div>
      </div>
    </div>
  );
}
