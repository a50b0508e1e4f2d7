import { useTranslation } from 'react-i18next';
import { useSession } from '@/api';
import { Page } from '@/ui';
import { RatingsPanel } from '../components/RatingsPanel';

/** /my_ratings: clients' ratings of the user's sessions. */
export default function MyRatings() {
  const { t } = useTranslation('ratings');
  return (
    <Page title={t('title')}>
      <RatingsPanel ownerId={useSession().ownerId} own />
    </Page>
  );
}
