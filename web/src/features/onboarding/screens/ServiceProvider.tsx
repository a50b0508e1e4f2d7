import { useState } from 'react';
import { Anchor, Button, Center, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/app/paths';
import { FocusPage } from '@/ui';
import { ProfileInfoForm } from '../parts/ProfileInfoForm';
import { Steps } from '../parts/Steps';

export default function ServiceProvider() {
  const { t } = useTranslation('onboarding');
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <FocusPage title={t('doneTitle')}>
        <Text role="status" mb="lg">
          {t('done')}
        </Text>
        <Button component={Link} to={paths.myAccount} size="lg" fullWidth>
          {t('dashboard')}
        </Button>
      </FocusPage>
    );
  }
  return (
    <FocusPage title={t('basicTitle')} lead={t('basicLead')}>
      <Steps step={2} />
      <ProfileInfoForm submitLabel={t('become')} onDone={() => setDone(true)} />
      <Center mt="lg">
        <Anchor component={Link} to={paths.feed}>
          {t('later')}
        </Anchor>
      </Center>
    </FocusPage>
  );
}
