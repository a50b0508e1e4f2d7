import { Select, Tabs, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import type { ScheduleTab } from '@/routing';
import { MODES, type ModeChoice } from '../../model';
import type { ScheduleSearchParams } from '../hooks/use-search-params';
import classes from './Filters.module.css';

/** The tabs: both sides, one of them, or the calendar. */
export function SideTabs({ tab, onChoose }: { tab: ScheduleTab; onChoose: (tab: ScheduleTab) => void }) {
  const { t } = useTranslation('schedule');
  const { serviceProvider } = useSession();
  return (
    <Tabs value={tab} onChange={(value) => onChoose((value ?? 'order_and_request') as ScheduleTab)} classNames={{ list: classes.tabs }}>
      <Tabs.List>
        <Tabs.Tab value="order_and_request">{t('tabs.order_and_request')}</Tabs.Tab>
        {serviceProvider || tab === 'order' ? <Tabs.Tab value="order">{t('tabs.order')}</Tabs.Tab> : null}
        <Tabs.Tab value="request">{t('tabs.request')}</Tabs.Tab>
        <Tabs.Tab value="calendar">{t('tabs.calendar')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}

/** Search by name, and the filter by mode. */
export function Filters({ address }: { address: ScheduleSearchParams }) {
  const { t } = useTranslation(['schedule', 'ui']);
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} />}
        value={address.search}
        onChange={(event) => address.setSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={t('mode')}
        value={address.mode}
        data={MODES.map((mode) => ({ value: mode, label: mode === 'all' ? t('anyMode') : t(`ui:deliveryMode.${mode}`) }))}
        onChange={(mode) => address.setMode((mode ?? 'all') as ModeChoice)}
      />
    </div>
  );
}
