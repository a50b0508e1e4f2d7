import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useSession, type AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import type { ProviderTab } from '../hooks/use-provider-tab';
import classes from './ProviderInfo.module.css';
import { ContactSection } from './ContactSection';
import { AboutSection, BusinessHoursSection, PaymentSection } from './ProviderSections';

interface SidePanelProps {
  provider: AccountData;
  tab: ProviderTab;
  onBook: () => void;
}

/** On wide screens, beside the tabs. With the booking tab: who the provider is, and their hours. With other tabs: the booking button. */
export function SidePanel({ provider, tab, onBook }: SidePanelProps) {
  const { t } = useTranslation('provider');
  const own = useSession().ownerId === provider.owner_id;
  if (!provider.expertise) return null;
  if (tab === 'book') {
    return (
      <div className={classes.sections}>
        <AboutSection provider={provider} />
        <BusinessHoursSection provider={provider} />
        <PaymentSection provider={provider} />
        <ContactSection provider={provider} />
      </div>
    );
  }
  return own ? null : (
    <Button fullWidth size="md" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={onBook}>
      {t('bookSession')}
    </Button>
  );
}
