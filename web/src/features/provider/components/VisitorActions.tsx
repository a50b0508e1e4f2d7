import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession, type AccountData } from '@/api';
import { CircleAction, TrustAction } from '@/features/circle';
import { ConversationLink } from '@/features/messages';
import { useBlock } from '@/features/safety';
import { useBigScreen } from '@/ui';

/** A signed-in visitor's actions on a provider besides booking: circle, trust, messages, blocking. */
export function VisitorActions({ provider }: { provider: AccountData }) {
  const { isAuthenticated, ownerId } = useSession();
  const big = useBigScreen();
  if (!isAuthenticated || ownerId === provider.owner_id) return null;
  return (
    <>
      <ConversationLink ownerId={provider.owner_id} />
      <CircleAction providerId={provider.owner_id} name={provider.name} compact={!big} />
      <TrustAction providerId={provider.owner_id} />
      <BlockMenu provider={provider} />
    </>
  );
}

function BlockMenu({ provider: { owner_id, name } }: { provider: AccountData }) {
  const { t } = useTranslation(['provider', 'safety']);
  const { action, busy, toggle } = useBlock(owner_id);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={44} loading={busy} aria-label={t('optionsFor', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBan size={18} aria-hidden />} onClick={() => void toggle()}>
          {t(`safety:${action}`)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
