import { useEffect, useState } from 'react';
import { Anchor, Button, Center } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { OnboardingComplete } from '../components/OnboardingComplete';
import { ProfileInfoForm } from '../components/ProfileInfoForm';
import { SkillsForm } from '../components/SkillsForm';
import { StepProgress } from '../components/StepProgress';

/** /onboard_service_provider: the profile form, then skills, which may wait, then the new page (product.md 3.1 and 3.2). */
export default function ServiceProvider() {
  const { t } = useTranslation('onboarding');
  const [part, setPart] = useState<'info' | 'skills' | 'done'>('info');
  // The guard redirects finished users only on arrival, so the further screens are still shown here.
  if (part === 'done') return <OnboardingComplete />;
  if (part === 'skills') return <Skills onDone={() => setPart('done')} />;
  return (
    <FocusPage title={t('basicTitle')} lead={t('basicLead')}>
      <StepProgress step={2} />
      <ProfileInfoForm submitLabel={t('become')} onDone={() => setPart('skills')} />
      <Center mt="lg">
        <Anchor component={Link} to={paths.feed}>
          {t('later')}
        </Anchor>
      </Center>
    </FocusPage>
  );
}

/** The other half of the last step. The profile is saved by now, so that it can be left out. */
function Skills({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('onboarding');
  // The address does not change, so nothing else scrolls from the end of the form to this one.
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector('main')?.focus({ preventScroll: true });
  }, []);
  return (
    <FocusPage title={t('next.skills')} lead={t('next.skillsWhy')}>
      <StepProgress step={2} />
      <SkillsForm known={{ languages: '[]', skills: '[]' }} onDone={onDone} />
      <Center mt="lg">
        <Button variant="subtle" onClick={onDone}>
          {t('later')}
        </Button>
      </Center>
    </FocusPage>
  );
}
