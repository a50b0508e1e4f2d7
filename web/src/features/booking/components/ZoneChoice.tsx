import { SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { ShownZone, ZoneOwner } from '../hooks/use-shown-zone';
import { zoneCity } from '../time-zones';
import classes from './ZoneChoice.module.css';

interface ZoneChoiceProps {
  zone: ShownZone;
  onChoose: (owner: ZoneOwner) => void;
}

/** The viewer's and the provider's clock, one of them chosen; or that the browser lacks the latter. */
export default function ZoneChoice({ zone, onChoose }: ZoneChoiceProps) {
  const { t } = useTranslation('booking');
  if (zone.lacking) return <Text size="sm">{t('zone.lacking', { theirs: zoneCity(zone.lacking), mine: zoneCity(zone.viewer) })}</Text>;
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      className={classes.zones ?? ''}
      aria-label={t('zone.label')}
      value={zone.owner}
      onChange={(owner) => onChoose(owner as ZoneOwner)}
      data={[
        { value: 'viewer', label: t('zone.mine', { place: zoneCity(zone.viewer) }) },
        { value: 'provider', label: t('zone.theirs', { place: zoneCity(zone.provider) }) },
      ]}
    />
  );
}
