import { useTranslation } from 'react-i18next';
import classes from './layouts.module.css';
import { Logo } from './Logo';

/** What the very first moment shows, while the screen's code is on its way. */
export function Splash() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.splash} role="status" aria-busy="true" aria-label={t('loading')}>
      <Logo />
    </div>
  );
}
