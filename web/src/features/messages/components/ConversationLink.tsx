import { ActionIcon, Button } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { conversationWith } from '@/routing';
import { useBigScreen } from '@/ui';
import { useGetConversationsQuery } from '../api';

/** The most conversations that one answer holds. */
const MOST = { limit: 100 } as const;

/** Links to the conversation with an account, if there is one. */
export function ConversationLink({ ownerId }: { ownerId: string }) {
  const { t } = useTranslation('messages');
  const big = useBigScreen();
  const { isAuthenticated, ownerId: me } = useSession();
  const { currentData } = useGetConversationsQuery(MOST, { skip: !isAuthenticated || me === ownerId });
  if (!currentData?.data.conversations.some(({ owner_id }) => owner_id === ownerId)) return null;
  if (!big) {
    return (
      <ActionIcon component={Link} to={conversationWith(ownerId)} variant="default" size={44} aria-label={t('writeMessage')}>
        <IconMessageCircle size={20} />
      </ActionIcon>
    );
  }
  return (
    <Button component={Link} to={conversationWith(ownerId)} variant="default" leftSection={<IconMessageCircle size={18} aria-hidden />}>
      {t('writeMessage')}
    </Button>
  );
}
