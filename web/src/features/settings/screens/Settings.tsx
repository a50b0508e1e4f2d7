import type { ReactNode } from 'react';
import {
  type Icon,
  IconAt,
  IconBan,
  IconBellRinging,
  IconCalendarCheck,
  IconChevronRight,
  IconCode,
  IconCoin,
  IconDevices,
  IconHeartHandshake,
  IconId,
  IconLock,
  IconMail,
  IconPhoto,
  IconRocket,
  IconShare3,
  IconShieldLock,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { Box, Loader, NativeSelect, SegmentedControl, Skeleton, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core';
import { Link } from 'react-router-dom';
import { asFailure, type NewsChannel, type UpdateLanguageRequest, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { isDebugBuild, isNative } from '@/platform/native';
import { accountDialogs, paths, useDialog } from '@/routing';
import { Page, QueryStates, toast } from '@/ui';
import { chooseLanguage, currentLanguage, type Language, languages } from '@/i18n';
import { deviceData } from '@/platform/device';
import { PushSwitch, useWebPush } from '@/features/push';
import { DataExport } from '../components/DataExport';
import { useGetNotificationPreferencesQuery, useUpdateLanguageMutation, useUpdateNotificationPreferencesMutation } from '../api';
import classes from '../components/Settings.module.css';
import { hasSwitch, newsKinds } from '../model';

function AccountSettings() {
  const { t } = useTranslation('settings');
  const session = useSession();
  const { open } = useDialog(accountDialogs);
  return (
    <SettingGroup title={t('account')}>
      <SettingButton icon={IconPhoto} title={t('changePicture')} text={session.name} onClick={() => open('avatar')} />
      {session.serviceProvider ? (
        <>
          <SettingLink icon={IconId} title={t('profileInfo')} text={t('profileInfoText')} to={paths.accountBasicInfo} />
          <SettingButton icon={IconAt} title={t('brandName')} text={<bdi>@{session.username}</bdi>} onClick={() => open('username')} />
          <SettingButton icon={IconShare3} title={t('share')} text={t('shareText')} onClick={() => open('share_page')} />
          <SettingLink icon={IconCalendarCheck} title={t('hours')} text={t('hoursText')} to={paths.appointmentBookingSettings} />
          <SettingLink icon={IconBellRinging} title={t('remindersTitle')} text={t('remindersText')} to={paths.reminders} />
          <SettingLink icon={IconCoin} title={t('finance')} text={t('financeText')} to={paths.appointmentFinanceSettings} />
        </>
      ) : (
        <>
          <SettingLink icon={IconUser} title={t('clientProfile')} text={t('clientProfileText')} to={paths.myProfile} />
          <SettingLink icon={IconRocket} title={t('become')} text={t('becomeText')} to={paths.onboardUsername} />
        </>
      )}
    </SettingGroup>
  );
}

function SecuritySettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('security')}>
      <SettingLink icon={IconLock} title={t('password')} text={t('passwordText')} to={paths.changePassword} />
      <SettingLink icon={IconMail} title={t('mailAddress.title')} text={t('mailAddress.text')} to={paths.mailAddress} />
      <SettingLink icon={IconShieldLock} title={t('factors.title')} text={t('factors.text')} to={paths.security} />
      <SettingLink icon={IconDevices} title={t('devices.title')} text={t('devices.text')} to={paths.devicesAndLogins} />
      <SettingLink icon={IconBan} title={t('blocked')} text={t('blockedText')} to={paths.blockedAccounts} />
      <SettingLink icon={IconTrash} title={t('delete')} text={t('deleteText')} to={paths.deleteAccount} />
    </SettingGroup>
  );
}

export default function Settings() {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('title')}>
      <AccountSettings />
      <SettingGroup title={t('preferences')}>
        <SettingLink icon={IconHeartHandshake} title={t('starter')} text={t('starterText')} to={paths.starterPreferences} />
        <AppearanceSettings />
      </SettingGroup>
      <SettingGroup id="notifications" title={t('notifications')}>
        <NotificationSettings />
      </SettingGroup>
      <SecuritySettings />
      <SettingGroup id="data_export" title={t('export')}>
        <Box p="md">
          <DataExport />
        </Box>
      </SettingGroup>
      {isDebugBuild() ? <SettingLink icon={IconCode} title={t('developer.title')} text={t('developer.lead')} to={paths.developer} /> : null}
    </Page>
  );
}

/** Changes the language of this device and of the account's mails and alerts. */
function useLanguageChoice() {
  const [update] = useUpdateLanguageMutation();
  return (language: Language) => {
    void chooseLanguage(language);
    update({ iv_language: languages[language].name as UpdateLanguageRequest['iv_language'], iv_device_data: deviceData(language) })
      .unwrap()
      .catch((error: unknown) => {
        const failure = asFailure(error);
        if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
      });
  };
}

/** Language and colour scheme of this device. */
function AppearanceSettings() {
  const { t } = useTranslation('settings');
  const choose = useLanguageChoice();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack p="lg" gap="lg">
      <NativeSelect
        label={t('language')}
        description={t('languageText')}
        value={currentLanguage()}
        onChange={(event) => choose(event.currentTarget.value as Language)}
        data={Object.entries(languages).map(([value, { own_name: label }]) => ({ value, label }))}
      />
      <div>
        <Text fw={500} mb="xs" id="appearance">
          {t('appearance')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="appearance"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={[
            { value: 'auto', label: t('system') },
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
        />
      </div>
    </Stack>
  );
}

interface SettingProps {
  icon: Icon;
  title: string;
  text: ReactNode;
}

function SettingContent({ icon: Picture, title, text, end }: SettingProps & { end: ReactNode }) {
  return (
    <>
      <span className={classes.icon} aria-hidden>
        <Picture size={20} />
      </span>
      <span className={classes.what}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      {end}
    </>
  );
}

/** A row that links to a page. */
function SettingLink({ to, ...setting }: SettingProps & { to: string }) {
  return (
    <Link to={to} className={classes.row}>
      <SettingContent {...setting} end={<IconChevronRight size={18} className={classes.arrow} aria-hidden />} />
    </Link>
  );
}

/** A row that performs an action. */
function SettingButton({ onClick, waits = false, ...setting }: SettingProps & { onClick: () => void; waits?: boolean }) {
  return (
    <button type="button" className={classes.row} onClick={onClick} disabled={waits}>
      <SettingContent {...setting} end={waits ? <Loader size="xs" /> : null} />
    </button>
  );
}

/** Rows below a heading. */
function SettingGroup({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={classes.group} id={id}>
      <h2>{title}</h2>
      <div className={classes.rows}>{children}</div>
    </section>
  );
}

/** The channels that reach this person here: push in the app of a phone, and in a browser where it is on. */
function useChannels(): readonly NewsChannel[] {
  const { state } = useWebPush();
  return isNative() || state === 'on' ? ['in_app', 'email', 'push'] : ['in_app', 'email'];
}

/** For each kind of notification, the channels it uses here. A switch takes effect at once. */
function NotificationSettings() {
  const { t } = useTranslation('settings');
  const query = useGetNotificationPreferencesQuery();
  const [update] = useUpdateNotificationPreferencesMutation();
  const channels = useChannels();
  return (
    <>
      {isNative() ? null : (
        <div className={classes.device}>
          <PushSwitch />
        </div>
      )}
      <QueryStates query={query} skeleton={<Skeleton height={320} />}>
        {({ data: { preferences } }) => (
          <table className={classes.news}>
            <thead>
              <tr>
                <td />
                {channels.map((channel) => (
                  <th key={channel} scope="col">
                    {t(channel)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {newsKinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{t(`news.${kind}`)}</th>
                  {channels.map((channel) => (
                    <td key={channel}>
                      {hasSwitch(kind, channel) ? (
                        <Switch
                          checked={preferences[kind][channel]}
                          aria-label={t('channelOf', { news: t(`news.${kind}`), channel: t(channel) })}
                          onChange={(event) => void update({ iv_preferences: { [kind]: { [channel]: event.currentTarget.checked } } })}
                        />
                      ) : null}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryStates>
    </>
  );
}
