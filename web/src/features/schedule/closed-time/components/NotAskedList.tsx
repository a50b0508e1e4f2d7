import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import type { NotAsked } from '../hooks/use-closed-time';
import classes from './BookedTime.module.css';

/** The change is saved, but some clients could not be asked: who, and why. */
export default function NotAskedList({ notAsked, onClose }: { notAsked: NotAsked; onClose: () => void }) {
  const { t } = useTranslation(['schedule', 'ui']);
  return (
    <Sheet opened onClose={onClose} title={t('closed.saved')}>
      <Stack gap="sm">
        <p className={classes.lead}>{t('closed.notTold')}</p>
        {notAsked.problem ? (
          <Text role="alert" size="sm" c="var(--danger)">
            {notAsked.problem}
          </Text>
        ) : null}
        <ul className={classes.orders}>
          {notAsked.people.map(({ name, reason }, place) => (
            <li key={place}>
              <b>{name}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </Stack>
    </Sheet>
  );
}
