import {
  IconAt,
  IconBan,
  IconBellRinging,
  IconCalendarCheck,
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
import { Box } from '@mantine/core';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { isDebugBuild } from '@/platform/native';
import { accountDialogs, paths, useDialog } from '@/routing';
import { Page } from '@/ui';
import { AppearanceSettings } from '../components/AppearanceSettings';
import { DataExport } from '../components/DataExport';
import { NotificationSettings } from '../components/NotificationSettings';
import { SettingButton, SettingGroup, SettingLink } from '../components/SettingLink';

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
