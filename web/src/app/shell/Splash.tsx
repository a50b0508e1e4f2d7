import { useTranslation } from '@/i18n/use-translation';
import classes from './layouts.module.css';
import { Logo } from './Logo';

/** Shown at start-up until the screen's code has loaded. */
export function Splash() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.splash} role="status" aria-busy="true" aria-label={t('loading')}>
      <Logo />
    </div>
  );
}
