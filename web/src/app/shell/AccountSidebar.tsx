import { lazy, Suspense, useState } from 'react';
import { Button, UnstyledButton } from '@mantine/core';
import { IconCamera, IconPencil, IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { useSession } from '@/api';
import { copyText, shareOnDevice } from '@/platform';
import { Portrait, toast } from '@/ui';
import { paths, providerPath } from '../paths';
import { useAccountFacts } from './account-facts';
import classes from './AccountSidebar.module.css';
import { Count } from './Count';
import { accountMenu } from './menus';

const ProfileDialogs = lazy(() => import('./ProfileDialogs'));

/** Shares the provider's page with an invitation and hashtags; falls back to the clipboard. */
function useSharePage(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const { name, username } = useSession();
  return async () => {
    const url = new URL(providerPath(username), window.location.origin).href;
    const text = `${t('shareText', { name })} #openhours #${username}`;
    const shared = await shareOnDevice({ title: name, text, url });
    if (!shared && (await copyText(`${text} ${url}`))) toast.done(t('shareCopied'));
  };
}

/** The side of the account pages on big screens. */
export function AccountSidebar() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const links = accountMenu(session, useAccountFacts());
  const sharePage = useSharePage();
  const [dialog, setDialog] = useState<'avatar' | 'username' | null>(null);
  return (
    <aside className={classes.sidebar}>
      <div className={classes.who}>
        <UnstyledButton className={classes.picture} aria-label={t('editAvatar')} onClick={() => setDialog('avatar')}>
          <Portrait name={session.name} src={session.avatar} size={88} />
          <span className={classes.camera} aria-hidden>
            <IconCamera size={16} />
          </span>
        </UnstyledButton>
        <strong className={classes.name}>{session.name}</strong>
        {session.serviceProvider ? (
          <UnstyledButton className={classes.username} aria-label={t('editUsername')} onClick={() => setDialog('username')}>
            @{session.username} <IconPencil size={15} aria-hidden />
          </UnstyledButton>
        ) : null}
      </div>
      <Suspense>{dialog ? <ProfileDialogs dialog={dialog} onClose={() => setDialog(null)} /> : null}</Suspense>
      <nav aria-label={t('accountNavigation')}>
        <ul className={classes.links}>
          {links.map(({ label, to, icon: Picture, count }) => (
            <li key={to}>
              <NavLink to={to} className={classes.link}>
                <Picture size={20} stroke={1.6} aria-hidden />
                <span>{t(label)}</span>
                <Count value={count} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {session.serviceProvider ? (
        <Button variant="default" fullWidth leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => void sharePage()}>
          {t('sharePage')}
        </Button>
      ) : (
        <Button component={Link} to={paths.onboardUsername} variant="light" fullWidth>
          {t('becomeProvider')}
        </Button>
      )}
    </aside>
  );
}
