import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page } from '@/ui';
import { chapters, type Chapter } from '../model';
import classes from './PrivacyPolicy.module.css';

/** /privacy_policy: what data is stored, why, for how long, who sees it, and the user's rights. */
export default function PrivacyPolicy() {
  const { t } = useTranslation('privacy');
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={classes.policy}>
        <nav className={classes.contents} aria-label={t('contents')}>
          <ol>
            {chapters.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>{t(`${name}.title`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.text}>
          {chapters.map((chapter) => (
            <ChapterText key={chapter.name} chapter={chapter} />
          ))}
          <RelatedLinks />
        </div>
      </div>
    </Page>
  );
}

/** Links inside the policy's text are named after their targets. */
const links = {
  request: <Link to={paths.userRequest} />,
  settings: <Link to={paths.mySettings} />,
  erase: <Link to={paths.deleteAccount} />,
};

function ChapterText({ chapter: { name, lines } }: { chapter: Chapter }) {
  const { t } = useTranslation('privacy');
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{t(`${name}.title`)}</h2>
      <p>
        <Trans t={t} i18nKey={`${name}.text`} components={links} />
      </p>
      {lines.length > 0 ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>
              <Trans t={t} i18nKey={line} components={{ ...links, b: <strong /> }} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function RelatedLinks() {
  const { t } = useTranslation('privacy');
  const { isAuthenticated } = useSession();
  return (
    <Group>
      <Button component={Link} to={paths.userRequest} variant="light">
        {t('toRequest')}
      </Button>
      {isAuthenticated ? (
        <Button component={Link} to={paths.mySettings} variant="default">
          {t('toSettings')}
        </Button>
      ) : null}
    </Group>
  );
}
