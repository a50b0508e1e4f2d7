import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, Sheet, useNow } from '@/ui';
import { chosenTime } from '../chosen-time';
import { useShownBlocks } from '../hooks/use-diary';
import { BlockForm } from './BlockForm';
import { fieldsOf, newFields } from '../blocks';

interface DiaryDialogProps {
  dialog: 'enter' | 'blocked_time';
  /** The id of a block, or what `chosenTime` reads. */
  subject: string;
  onClose: () => void;
}

/** Blocks time, changes a block or removes it (product.md 4.21). */
export default function DiaryDialog({ dialog, subject, onClose }: DiaryDialogProps) {
  const { t } = useTranslation('diary');
  const query = useShownBlocks();
  const now = useNow();
  return (
    <Sheet opened onClose={onClose} title={t(dialog === 'enter' ? 'blocks.block' : 'blocks.change')}>
      <QueryStates query={query} skeleton={<FormSkeleton />}>
        {({ data: { blocks, timezone } }) => {
          if (dialog === 'enter') return <BlockForm timezone={timezone} begins={newFields(chosenTime(subject, timezone, now))} onDone={onClose} />;
          const known = blocks.find(({ block_id }) => block_id === subject);
          return known ? <BlockForm timezone={timezone} block={known} begins={fieldsOf(known)} onDone={onClose} /> : <p>{t('blocks.gone')}</p>;
        }}
      </QueryStates>
    </Sheet>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={56} radius="sm" />
      ))}
    </Stack>
  );
}
