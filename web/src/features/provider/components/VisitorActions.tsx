import { Suspense } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useSession, type AccountData } from '@/api';
import { CircleAction, TrustAction } from '@/features/circle';
import { ConversationLink } from '@/features/messages';
import { accountNamed, ReportThing, useReportDialog } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { Dropdown, useBigScreen } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';

const VisitorMenuItems = lazyPart(() => import('./VisitorMenuItems'));

/** A visitor's actions on a provider besides booking: circle, trust, messages, reporting, blocking. Guests learn what needs an account. */
export function VisitorActions({ provider }: { provider: AccountData }) {
  const { isAuthenticated, ownerId } = useSession();
  const big = useBigScreen();
  if (ownerId === provider.owner_id) return null;
  if (!isAuthenticated) return <OptionsMenu provider={provider} />;
  return (
    <>
      <ConversationLink ownerId={provider.owner_id} />
      <CircleAction providerId={provider.owner_id} name={provider.name} compact={!big} />
      <TrustAction providerId={provider.owner_id} />
      <OptionsMenu provider={provider} canBlock />
    </>
  );
}

/** The menu of what is seldom done: reporting, and for who is signed in blocking. */
function OptionsMenu({ provider, canBlock = false }: { provider: AccountData; canBlock?: boolean }) {
  const { t } = useTranslation('provider');
  const { owner_id, name, username, avatar, expertise } = provider;
  const { opened, open, close } = useReportDialog('account', owner_id);
  return (
    <>
      <Dropdown
        position="bottom-end"
        items={() => <VisitorMenuItems onReport={open} blockable={canBlock ? owner_id : null} />}
        button={
          <ActionIcon variant="default" size={44} aria-label={t('optionsFor', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <Suspense>
        {opened ? (
          <ReportThing
            subject={{ kind: 'account', account: { ...accountNamed(owner_id, name, username, avatar), expertise } }}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
