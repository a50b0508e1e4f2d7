import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { PostComposer } from '@/features/post';
import { paths } from '@/routing';
import { Sheet } from '@/ui';

/** The create-post dialog: a provider's composer; others learn how to become one. */
export default function CreatePost({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { serviceProvider } = useSession();
  if (serviceProvider) return <PostComposer onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} title={t('createPost')}>
      <Text c="dimmed" mb="lg">
        {t('onlyProvidersPost')}
      </Text>
      <Anchor component={Link} to={paths.onboardUsername}>
        {t('providerSetup')}
      </Anchor>
    </Sheet>
  );
}
