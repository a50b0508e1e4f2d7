import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { paths } from '@/app/paths';
import { Page } from '@/ui';
import classes from './PrivacyPolicy.module.css';

const sections = ['keep', 'guest', 'why', 'who', 'rights', 'cookies'] as const;

export default function PrivacyPolicy() {
  const { t } = useTranslation('information');
  const { isAuthenticated } = useSession();
  return (
    <Page title={t('privacyTitle')} lead={t('privacyLead')}>
      <div className={classes.text}>
        {sections.map((section) => (
          <section key={section}>
            <h2>{t(`${section}Title`)}</h2>
            <p>{t(section)}</p>
          </section>
        ))}
        {isAuthenticated ? (
          <Button component={Link} to={paths.mySettings} variant="light">
            {t('toSettings')}
          </Button>
        ) : null}
      </div>
    </Page>
  );
}
