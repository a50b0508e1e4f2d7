import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '@/api';
import { PostComposer } from '@/features/post';
import { Sheet } from '@/ui';
import { paths } from '../paths';
import { dialogParam } from './create-post';

/** The create-post dialog: a provider's composer; others learn how to become one. */
export default function CreatePost() {
  const { t } = useTranslation('shell');
  const { serviceProvider } = useSession();
  const [, setParams] = useSearchParams();
  const close = () =>
    setParams(
      (params) => {
        params.delete(dialogParam);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  if (serviceProvider) return <PostComposer onClose={close} />;
  return (
    <Sheet opened onClose={close} title={t('createPost')}>
      <Text c="dimmed" mb="lg">
        {t('onlyProvidersPost')}
      </Text>
      <Anchor component={Link} to={paths.onboardUsername}>
        {t('providerSetup')}
      </Anchor>
    </Sheet>
  );
}
