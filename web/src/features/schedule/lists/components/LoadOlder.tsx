import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { OlderBookings, pagesOf } from '../hooks/use-older-bookings';

interface LoadOlderProps {
  older: OlderBookings;
  pages: ReturnType<typeof pagesOf> | 'every';
}

/** Loads the next page of older bookings, where there may be some. */
export function LoadOlder({ older, pages }: LoadOlderProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  if (pages === null || !older.hasMore(pages)) return null;
  return (
    <Stack align="center" gap="xs">
      {older.problem ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {older.problem}
        </Text>
      ) : null}
      <Button variant="default" loading={older.loading} onClick={() => void older.more(pages)}>
        {t('ui:loadMore')}
      </Button>
    </Stack>
  );
}
