import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { hasInput } from '@/platform/load-part';
import { reloadWithUpdate } from '@/platform/service-worker';
import { NoticeBar } from '@/ui/NoticeBar';

/** Offers the new version. Where somebody has typed something it asks once more: reloading would lose it. */
export default function UpdateNotice({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation('shell');
  const [isWarned, setWarned] = useState(false);
  const reload = () => {
    if (!isWarned && hasInput()) setWarned(true);
    else reloadWithUpdate();
  };
  return (
    <NoticeBar
      actions={
        <>
          <Button size="compact-sm" variant="subtle" onClick={reload}>
            {t('update.reload')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onLater}>
            {t('update.later')}
          </Button>
        </>
      }
    >
      {isWarned ? t('update.typed') : t('update.ready')}
    </NoticeBar>
  );
}
