import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowLeft, IconBan, IconDotsVertical, IconUser } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Conversation } from '@/api';
import { useBlock } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { Avatar } from '@/ui';
import { removeConversation } from '../api';
import { useBothPanes } from '../hooks/use-both-panes';
import { useConversationParams } from '../hooks/use-conversation-params';
import classes from './Conversation.module.css';

/** The other side's name, the back button on small screens, and a menu of further actions. */
export function ConversationHeader({ conversation }: { conversation: Conversation | undefined }) {
  const { t } = useTranslation('messages');
  const big = useBothPanes();
  const { back } = useConversationParams();
  const Heading = big ? 'h2' : 'h1';
  return (
    <header className={classes.head} role="presentation">
      {big ? null : (
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('toList')} onClick={back}>
          <IconArrowLeft size={24} className={classes.turned} />
        </ActionIcon>
      )}
      {conversation ? <Avatar name={conversation.name} src={conversation.avatar} size={44} /> : null}
      <Heading className={classes.name}>{conversation ? <OtherSide {...conversation} /> : t('messages')}</Heading>
      {conversation ? <MoreActions conversation={conversation} /> : null}
    </header>
  );
}

function OtherSide({ name, username, onboardProfile }: Conversation) {
  return onboardProfile ? <Link to={providerPath(username || name)}>{name}</Link> : name;
}

function MoreActions({ conversation: { conversation_id, owner_id, name, username, onboardProfile } }: { conversation: Conversation }) {
  const { t } = useTranslation(['messages', 'safety']);
  const dispatch = useDispatch();
  const { leave } = useConversationParams();
  const { blocked, action, busy, toggle } = useBlock(owner_id);
  const block = async () => {
    if (!(await toggle()) || blocked) return;
    removeConversation(dispatch, conversation_id);
    leave();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} loading={busy} aria-label={t('optionsFor', { name })}>
          <IconDotsVertical size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onboardProfile ? (
          <Menu.Item component={Link} to={providerPath(username || name)} leftSection={<IconUser size={18} aria-hidden />}>
            {t('viewPage')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconBan size={18} aria-hidden />} onClick={() => void block()}>
          {t(`safety:${action}`)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
