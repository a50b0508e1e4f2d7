import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { BookingIllustration } from '../components/BookingIllustration';
import classes from './MobileHome.module.css';

/** The start page of the installed app. */
export default function MobileHome() {
  const { t } = useTranslation('landing');
  return (
    <div className={classes.home}>
      <BookingIllustration />
      <h1 className={classes.claim}>{t('mobileClaim')}</h1>
      <p className={classes.lead}>{t('claim')}.</p>
      <Stack gap="sm" className={classes.actions}>
        <Button component={Link} to={paths.signUp} size="lg">
          {t('getStarted')}
        </Button>
        <Button component={Link} to={paths.signIn} size="lg" variant="default">
          {t('signIn')}
        </Button>
        <Button component={Link} to={paths.feed} size="lg" variant="subtle">
          {t('explore')}
        </Button>
      </Stack>
    </div>
  );
}
