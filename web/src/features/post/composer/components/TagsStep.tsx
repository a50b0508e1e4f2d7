import { Button, Stack, Text } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useSession } from '@/api';
import { EntryField } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useLazyGetAccountProviderServicesQuery } from '../../api';
import type { Composer } from '../hooks/use-composer';
import { missingServices, maxTagLength } from '../tags';

/** The step with the tags by which the post is found. */
export function TagsStep({ composer }: { composer: Composer }) {
  const { t } = useTranslation('post');
  const { form, progress, tagging } = composer;
  const { tags, typed, setTyped, change } = tagging;
  const services = useServiceTags(tags, (more) => change([...tags, ...more]));
  const busy = progress === 'processing';
  return (
    <Stack>
      <EntryField
        shape="chips"
        label={t('tags')}
        description={t('tagsHint')}
        error={form.errors['iv_tags']}
        maxLength={maxTagLength}
        entries={tags}
        typed={typed}
        disabled={busy}
        onTyped={setTyped}
        onChange={change}
      />
      {tags.length ? null : (
        <Text size="sm" c="dimmed">
          {t('noTags')}
        </Text>
      )}
      <div>
        <Button
          variant="light"
          leftSection={<IconTags size={18} aria-hidden />}
          loading={services.isFetching}
          disabled={busy}
          onClick={() => void services.add()}
        >
          {t('addServices')}
        </Button>
      </div>
    </Stack>
  );
}

/** Adds the names of the account's services as tags. */
function useServiceTags(tags: readonly string[], onAdd: (tags: string[]) => void) {
  const { t } = useTranslation('post');
  const { ownerId } = useSession();
  const [ask, { isFetching }] = useLazyGetAccountProviderServicesQuery();
  const add = async () => {
    const { data } = await ask({ filter: 'active', providerId: ownerId }, true);
    // The failure was reported already.
    if (!data) return;
    const missing = missingServices(
      data.data.account_services.map(({ service }) => service),
      tags,
    );
    if (missing.length) onAdd(missing);
    else toast.failed(t('allServices'));
  };
  return { add, isFetching };
}
