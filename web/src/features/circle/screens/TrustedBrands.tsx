import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { Page } from '@/ui';
import { CircleList } from '../components/CircleList';

export default function TrustedBrands() {
  const { t } = useTranslation('circle');
  return (
    <Page title={t('trusted')}>
      <CircleList filter="trusted" icon={IconShieldCheck} empty={t('emptyTrusted')} />
    </Page>
  );
}
