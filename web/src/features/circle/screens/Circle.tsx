import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { Page } from '@/ui';
import { CircleList } from '../components/CircleList';

export default function Circle() {
  const { t } = useTranslation('circle');
  return (
    <Page title={t('circle')}>
      <CircleList filter="all" icon={IconHeart} empty={t('emptyCircle')} />
    </Page>
  );
}
