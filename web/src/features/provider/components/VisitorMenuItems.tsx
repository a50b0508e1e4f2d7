import { Menu } from '@mantine/core';
import { IconBan, IconFlag } from '@tabler/icons-react';
import { useBlock } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';

interface VisitorMenuItemsProps {
  onReport: () => void;
  /** The account to block; null where the visitor cannot. */
  blockable: string | null;
}

/** What a visitor can do about a provider that is seldom done. */
export default function VisitorMenuItems({ onReport, blockable }: VisitorMenuItemsProps) {
  const { t } = useTranslation('safety');
  return (
    <>
      <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={onReport}>
        {t('title')}
      </Menu.Item>
      {blockable ? <BlockItem ownerId={blockable} /> : null}
    </>
  );
}

function BlockItem({ ownerId }: { ownerId: string }) {
  const { t } = useTranslation('safety');
  const { action, busy, toggle } = useBlock(ownerId);
  return (
    <Menu.Item leftSection={<IconBan size={18} aria-hidden />} disabled={busy} onClick={() => void toggle()}>
      {t(action)}
    </Menu.Item>
  );
}
