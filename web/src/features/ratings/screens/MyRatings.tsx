import { useTranslation } from 'react-i18next';
import { useSession } from '@/api';
import { Page } from '@/ui';
import { RatingsPanel } from '../components/RatingsPanel';

/** /my_ratings: what clients said of the own sessions. */
export default function MyRatings() {
  const { t } = useTranslation('ratings');
  return (
    <Page title={t('title')}>
      <RatingsPanel ownerId={useSession().ownerId} own />
    </Page>
  );
}
