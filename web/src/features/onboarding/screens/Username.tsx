import { useState } from 'react';
import { Anchor, Button, Center, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { StepProgress } from '../components/StepProgress';
import { UsernameForm } from '../components/UsernameForm';

export default function Username() {
  const { t } = useTranslation('onboarding');
  const [done, setDone] = useState(false);
  return (
    <FocusPage title={t('usernameTitle')} lead={done ? undefined : t('usernameLead')}>
      <StepProgress step={1} />
      {done ? (
        <>
          <Text role="status" mb="lg">
            {t('named')}
          </Text>
          <Button component={Link} to={paths.onboardServiceProvider} size="lg" fullWidth>
            {t('createBasic')}
          </Button>
        </>
      ) : (
        <UsernameForm submitLabel={t('saveName')} onDone={() => setDone(true)} />
      )}
      <Center mt="lg">
        <Anchor component={Link} to={paths.feed}>
          {t('later')}
        </Anchor>
      </Center>
    </FocusPage>
  );
}
