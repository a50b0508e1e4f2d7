import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { BrowserLimit } from '@/platform/browser-limits';
import { NoticeBar } from '@/ui/NoticeBar';

/** What was read: it is not said again as long as the page is open, in whichever layout. */
const read = new Set<BrowserLimit>();

/** Says what works differently in this browser, until it is put aside. */
export default function LimitNotices({ limits }: { limits: readonly BrowserLimit[] }) {
  const { t } = useTranslation('limits');
  const [unread, setUnread] = useState(() => limits.filter((limit) => !read.has(limit)));
  const putAside = (limit: BrowserLimit) => {
    read.add(limit);
    setUnread(unread.filter((one) => one !== limit));
  };
  return unread.map((limit) => (
    <NoticeBar
      key={limit}
      actions={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => putAside(limit)}>
          {t('understood')}
        </Button>
      }
    >
      {t(limit)}
    </NoticeBar>
  ));
}
