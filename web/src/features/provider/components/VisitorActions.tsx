import { Suspense, type ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconFlag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession, type AccountData } from '@/api';
import { CircleAction, TrustAction } from '@/features/circle';
import { ConversationLink } from '@/features/messages';
import { accountNamed, ReportThing, useBlock, useReportDialog } from '@/features/safety';
import { useBigScreen } from '@/ui';

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
      <OptionsMenu provider={provider}>
        <BlockItem provider={provider} />
      </OptionsMenu>
    </>
  );
}

/** The menu of what is seldom done: reporting, and what `children` add. */
function OptionsMenu({ provider, children }: { provider: AccountData; children?: ReactNode }) {
  const { t } = useTranslation(['provider', 'safety']);
  const { owner_id, name, username, avatar, expertise } = provider;
  const { opened, open, close } = useReportDialog('account', owner_id);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label={t('optionsFor', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={open}>
            {t('safety:title')}
          </Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened ? <ReportThing subject={{ kind: 'account', account: { ...accountNamed(owner_id, name, username, avatar), expertise } }} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function BlockItem({ provider: { owner_id } }: { provider: AccountData }) {
  const { t } = useTranslation('safety');
  const { action, busy, toggle } = useBlock(owner_id);
  return (
    <Menu.Item leftSection={<IconBan size={18} aria-hidden />} disabled={busy} onClick={() => void toggle()}>
      {t(action)}
    </Menu.Item>
  );
}
