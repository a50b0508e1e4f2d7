import { Badge, Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { asFailure, type ListedLogin } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, TimeAgo, toast } from '@/ui';
import { Tile, TileList, TileListSkeleton } from '@/ui/TileList';
import { useEndLoginMutation, useEndOtherLoginsMutation, useGetActiveLoginsQuery } from '../api';
import { placeOfZone } from '../model';
import classes from './DevicesAndLogins.module.css';

const phones: readonly string[] = ['Android', 'iPhone', 'iPad'];

/** /devices_and_logins: where the account is signed in, and signing out there (product.md 1.12). */
export default function DevicesAndLogins() {
  const { t } = useTranslation('settings');
  const query = useGetActiveLoginsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Page title={t('devices.title')} lead={t('devices.lead')}>
      <QueryStates query={query} skeleton={<TileListSkeleton />}>
        {({ data: { logins } }) => (
          <>
            <TileList>
              {logins.map((login) => (
                <li key={login.login_id}>
                  <LoginRow login={login} />
                </li>
              ))}
            </TileList>
            {logins.length > 1 ? <SignOutOthers /> : <p className={classes.only}>{t('devices.onlyThis')}</p>}
          </>
        )}
      </QueryStates>
    </Page>
  );
}

/** 'Firefox on Windows', as far as it is known. */
function useDeviceName({ browser, system }: ListedLogin): string {
  const { t } = useTranslation('settings');
  return browser && system ? t('devices.browserOn', { browser, system }) : browser || system || t('devices.unknown');
}

function LoginRow({ login }: { login: ListedLogin }) {
  const { t } = useTranslation('settings');
  const device = useDeviceName(login);
  const [end, { isLoading }] = useEndLoginMutation();
  const Picture = phones.includes(login.system) ? IconDeviceMobile : IconDeviceDesktop;
  const signOut = () =>
    end({ iv_login_id: login.login_id })
      .unwrap()
      .then(({ message }) => toast.done(message.main_msg))
      .catch((error: unknown) => toast.failed(asFailure(error).main_msg));
  return (
    <Tile label={device}>
      <Picture size={24} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <strong>{device}</strong>
        {login.timezone ? <small>{t('devices.zone', { place: placeOfZone(login.timezone) })}</small> : null}
        {login.this_device ? (
          <Badge variant="light">{t('devices.thisDevice')}</Badge>
        ) : (
          <small>
            <Trans t={t} i18nKey="devices.lastUsed" components={{ ago: <TimeAgo instant={login.last_used_at} /> }} />
          </small>
        )}
      </div>
      {login.this_device ? null : (
        <Button variant="default" loading={isLoading} aria-label={t('devices.signOutWhich', { device })} onClick={() => void signOut()}>
          {t('devices.signOut')}
        </Button>
      )}
    </Tile>
  );
}

function SignOutOthers() {
  const { t } = useTranslation('settings');
  const [end, { isLoading }] = useEndOtherLoginsMutation();
  const signOut = () =>
    end()
      .unwrap()
      .then(({ message }) => toast.done(message.main_msg))
      .catch((error: unknown) => toast.failed(asFailure(error).main_msg));
  return (
    <Button mt="lg" variant="light" color="red" loading={isLoading} onClick={() => void signOut()}>
      {t('devices.signOutOthers')}
    </Button>
  );
}
