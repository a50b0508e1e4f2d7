import { useState } from 'react';
import { Button, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetCalendarFeedQuery, useUpdateCalendarFeedMutation } from '../api';
import classes from './Calendars.module.css';

type Change = 'create' | 'reset' | 'revoke';

/** The secret address at which a calendar app subscribes to the user's appointments. */
export function CalendarFeed() {
  const { t } = useTranslation('calendars');
  const query = useGetCalendarFeedQuery();
  return (
    <SettingsPanel title={t('feed.title')} lead={t('feed.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={42} />}>
        {({ data }) => <FeedSettings url={data.feed_url} />}
      </QueryStates>
    </SettingsPanel>
  );
}

function FeedSettings({ url }: { url: string }) {
  const { t } = useTranslation('calendars');
  const [changeToConfirm, setChangeToConfirm] = useState<Exclude<Change, 'create'> | null>(null);
  const { change, isLoading } = useChangeFeed(() => setChangeToConfirm(null));
  if (!url) {
    return (
      <div>
        <Button loading={isLoading} leftSection={<IconCalendarPlus size={18} />} onClick={() => void change('create')}>
          {t('feed.create')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <FeedAddress url={url} />
      <p className={classes.none}>{t('feed.how')}</p>
      <div className={classes.row}>
        <Button variant="subtle" size="compact-md" onClick={() => setChangeToConfirm('reset')}>
          {t('feed.reset')}
        </Button>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => setChangeToConfirm('revoke')}>
          {t('feed.revoke')}
        </Button>
      </div>
      {changeToConfirm ? (
        <ConfirmDialog
          title={t(`feed.${changeToConfirm}`)}
          action={t(`feed.${changeToConfirm}`)}
          waits={isLoading}
          onConfirm={() => void change(changeToConfirm)}
          onClose={() => setChangeToConfirm(null)}
        >
          {t(`feed.confirm.${changeToConfirm}`)}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Creates, replaces or removes the address. */
function useChangeFeed(onDone: () => void) {
  const { t } = useTranslation('calendars');
  const [update, { isLoading }] = useUpdateCalendarFeedMutation();
  async function change(iv_action: Change): Promise<void> {
    try {
      await update({ iv_action }).unwrap();
      toast.done(t(`feed.done.${iv_action}`));
      onDone();
    } catch (error) {
      toast.failed(asFailure(error).main_msg);
    }
  }
  return { change, isLoading };
}

/** The address, to read, copy or open in a calendar app. */
function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation('calendars');
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.address}
        aria-label={t('feed.address')}
        readOnly
        dir="ltr"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<IconCopy size={18} />} onClick={copy}>
            {copied ? t('feed.copied') : t('feed.copy')}
          </Button>
        )}
      </CopyButton>
      <Button component="a" href={url.replace(/^https?:/, 'webcal:')} variant="light">
        {t('feed.subscribe')}
      </Button>
    </div>
  );
}
