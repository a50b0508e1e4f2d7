import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import type { TextKey } from '@/i18n/resources';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page } from '@/ui';
import classes from './PrivacyPolicy.module.css';

type Name = 'short' | 'keep' | 'guests' | 'why' | 'who' | 'device' | 'mails' | 'calendars' | 'staff' | 'howLong' | 'rights' | 'changes';

/** A chapter of the privacy policy. Its title and text are stored under its name; its list items are named here. */
interface Chapter {
  name: Name;
  lines: readonly Extract<TextKey<'privacy'>, `${Name}.${string}`>[];
}

const chapters: readonly Chapter[] = [
  { name: 'short', lines: ['short.sell', 'short.see', 'short.leave'] },
  {
    name: 'keep',
    lines: ['keep.account', 'keep.provider', 'keep.bookings', 'keep.posts', 'keep.messages', 'keep.taste', 'keep.reports', 'keep.logins'],
  },
  { name: 'guests', lines: [] },
  { name: 'why', lines: ['why.bookings', 'why.find', 'why.tell', 'why.safe'] },
  { name: 'who', lines: ['who.everybody', 'who.members', 'who.sides', 'who.self', 'who.helpers'] },
  { name: 'device', lines: ['device.login', 'device.choices', 'device.drafts', 'device.push'] },
  { name: 'mails', lines: [] },
  { name: 'calendars', lines: [] },
  { name: 'staff', lines: ['staff.reports', 'staff.verified', 'staff.log'] },
  {
    name: 'howLong',
    lines: ['howLong.account', 'howLong.bookings', 'howLong.logins', 'howLong.codes', 'howLong.mails', 'howLong.reports'],
  },
  { name: 'rights', lines: ['rights.see', 'rights.correct', 'rights.erase', 'rights.object', 'rights.complain'] },
  { name: 'changes', lines: [] },
];

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
