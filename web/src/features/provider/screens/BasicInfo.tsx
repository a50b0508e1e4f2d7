import { Paper } from '@mantine/core';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page, toast } from '@/ui';
import { OwnProfileForm } from '../components/OwnProfileForm';

/** /account_basic_info: the profile form as a page. Users who are not providers yet are sent to onboarding. */
export default function BasicInfo() {
  const { t } = useTranslation(['onboarding', 'provider']);
  const navigate = useNavigate();
  const { onboardUsername, onboardProfile } = useSession();
  if (!onboardProfile) return <Navigate to={onboardUsername ? paths.onboardServiceProvider : paths.onboardUsername} replace />;
  const done = () => {
    toast.done(t('provider:profileSaved'));
    void navigate(paths.myAccount);
  };
  return (
    <Page title={t('updateTitle')}>
      <Paper maw={640} bg="transparent">
        <OwnProfileForm onDone={done} />
      </Paper>
    </Page>
  );
}
