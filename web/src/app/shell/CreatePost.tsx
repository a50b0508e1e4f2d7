import { Anchor, Button, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '@/api';
import { Empty, Sheet } from '@/ui';
import { paths } from '../paths';
import { dialogParam } from './create-post';

/** The create-post dialog: a provider's way to posting; others learn how to become one. */
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
      { replace: true },
    );
  return (
    <Sheet opened onClose={close} title={t('createPost')}>
      {serviceProvider ? (
        <Empty
          icon={IconPhotoPlus}
          action={
            <Button component={Link} to={paths.myPosts}>
              {t('myPosts')}
            </Button>
          }
        >
          {t('postingSoon')}
        </Empty>
      ) : (
        <>
          <Text c="dimmed" mb="lg">
            {t('onlyProvidersPost')}
          </Text>
          <Anchor component={Link} to={paths.onboardUsername}>
            {t('providerSetup')}
          </Anchor>
        </>
      )}
    </Sheet>
  );
}
