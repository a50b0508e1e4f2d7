import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { install, type InstallWay } from '@/platform/install';
import { NoticeBar } from '@/ui/NoticeBar';

/** Offers to put the app on the home screen. Safari on iOS has no prompt: there it says how. */
export default function InstallOffer({ way, onEnd }: { way: InstallWay; onEnd: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <NoticeBar
      actions={
        <>
          {way === 'prompt' ? (
            <Button size="compact-sm" variant="subtle" onClick={() => void install()}>
              {t('install.do')}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
            {t('install.no')}
          </Button>
        </>
      }
    >
      {t(way === 'ios' ? 'install.ios' : 'install.offer')}
    </NoticeBar>
  );
}
