import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarPlus, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Interest } from '@/api';
import { useBookingLink } from '@/routing';
import { ProviderTile } from '@/ui';
import { useCircle } from '../hooks/use-circle';
import classes from './CircleRow.module.css';
import { TrustToggle } from './TrustToggle';

/** A provider of the circle: their page, booking them, trusting them, and letting them go. */
export function CircleRow({ provider, onManage }: { provider: Interest; onManage: () => void }) {
  const { t } = useTranslation('circle');
  const bookingLink = useBookingLink();
  const circle = useCircle(provider.provider_id);
  return (
    <article className={classes.row} aria-label={provider.name}>
      <ProviderTile provider={provider} />
      <div className={classes.acts}>
        <Button component={Link} {...bookingLink(provider.provider_id)} variant="light" size="sm" leftSection={<IconCalendarPlus size={17} aria-hidden />}>
          {t('book')}
        </Button>
        <TrustToggle size="sm" circle={{ ...circle, trusted: provider.trusted }} />
        <ActionIcon variant="subtle" color="gray" size={36} className={classes.manage} aria-label={t('manageWhom', { name: provider.name })} onClick={onManage}>
          <IconDots size={20} />
        </ActionIcon>
      </div>
    </article>
  );
}
