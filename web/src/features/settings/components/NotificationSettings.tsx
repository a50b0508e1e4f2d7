import { Skeleton, Switch } from '@mantine/core';
import type { NewsChannel } from '@/api';
import { PushSwitch, useWebPush } from '@/features/push';
import { useTranslation } from '@/i18n/use-translation';
import { isNative } from '@/platform/native';
import { QueryStates } from '@/ui';
import { useGetNotificationPreferencesQuery, useUpdateNotificationPreferencesMutation } from '../api';
import { hasSwitch, newsKinds } from '../model';
import classes from './Settings.module.css';

/** The channels that reach this person here: push in the app of a phone, and in a browser where it is on. */
function useChannels(): readonly NewsChannel[] {
  const { state } = useWebPush();
  return isNative() || state === 'on' ? ['in_app', 'email', 'push'] : ['in_app', 'email'];
}

/** For each kind of notification, the channels it uses here. A switch takes effect at once. */
export function NotificationSettings() {
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
