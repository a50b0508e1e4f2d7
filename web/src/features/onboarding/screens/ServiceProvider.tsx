import { useState } from 'react';
import { Anchor, Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { OnboardingComplete } from '../components/OnboardingComplete';
import { ProfileInfoForm } from '../components/ProfileInfoForm';
import { StepProgress } from '../components/StepProgress';

export default function ServiceProvider() {
  const { t } = useTranslation('onboarding');
  const [done, setDone] = useState(false);
  // The guard redirects finished users only on arrival, so the completion screen is still shown here.
  if (done) return <OnboardingComplete />;
  return (
    <FocusPage title={t('basicTitle')} lead={t('basicLead')}>
      <StepProgress step={2} />
      <ProfileInfoForm submitLabel={t('become')} onDone={() => setDone(true)} />
      <Center mt="lg">
        <Anchor component={Link} to={paths.feed}>
          {t('later')}
        </Anchor>
      </Center>
    </FocusPage>
  );
}
