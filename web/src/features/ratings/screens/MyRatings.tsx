import { useSearchParams } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Page } from '@/ui';
import RatingsPanel from '../components/RatingsPanel';

/** /my_ratings: clients' ratings of the user's sessions. `?review=` names the order whose review is brought into sight. */
export default function MyRatings() {
  const { t } = useTranslation('ratings');
  const [params] = useSearchParams();
  return (
    <Page title={t('title')}>
      <RatingsPanel ownerId={useSession().ownerId} own wanted={params.get('review') ?? ''} />
    </Page>
  );
}
