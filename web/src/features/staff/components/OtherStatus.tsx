import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';

/** Leads from an empty queue to the other one: from what is open to what is closed, and back. */
export function OtherStatus({ shown }: { shown: 'open' | 'closed' }) {
  const { t } = useTranslation('staff');
  const other = shown === 'open' ? 'closed' : 'open';
  return (
    <Button component={Link} to={{ search: `?status=${other}` }} variant="light">
      {t(other === 'open' ? 'showOpen' : 'showClosed')}
    </Button>
  );
}
