import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useSession, whole, type BlockedAccount } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import { useBlockedPagesInfiniteQuery } from '../api';
import { useBlock } from '../hooks/use-block';

interface BlockedProviderProps {
  /** The username or name in the page's address. */
  handle: string;
  /** Shown where the viewer blocks nobody of this address. */
  otherwise: ReactNode;
}

/** In place of a page that the viewer's own block hides: says so, and offers to lift the block (product.md 7.1). */
export function BlockedProvider({ handle, otherwise }: BlockedProviderProps) {
  const { isAuthenticated } = useSession();
  const { currentData } = useBlockedPagesInfiniteQuery(whole, { skip: !isAuthenticated });
  const blocked = currentData?.pages
    .flatMap(({ accounts }) => accounts)
    .find(({ username, name }) => [username, name].some((one) => one.toLowerCase() === handle.toLowerCase()));
  return blocked ? <Hidden account={blocked} /> : otherwise;
}

function Hidden({ account: { user_id, name } }: { account: BlockedAccount }) {
  const { t } = useTranslation('safety');
  const { busy, toggle } = useBlock(user_id, true);
  const unblock = (
    <Button variant="light" loading={busy} onClick={() => void toggle()}>
      {t('unblockWhom', { name })}
    </Button>
  );
  return (
    <EmptyState icon={IconShieldCheck} wholePage action={unblock}>
      {t('hiddenByBlock', { name })}
    </EmptyState>
  );
}
