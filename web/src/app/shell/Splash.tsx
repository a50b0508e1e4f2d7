import { useTranslation } from 'react-i18next';
import { Logo } from './Logo';
import classes from './layouts.module.css';

/** What the very first moment shows, while the screen's code is on its way. */
export function Splash() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.splash} role="status" aria-busy="true" aria-label={t('loading')}>
      <Logo />
    </div>
  );
}
