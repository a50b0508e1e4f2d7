import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShownZone, ZoneOwner } from '../hooks/use-shown-zone';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './ZoneSwitch.module.css';

interface ZoneSwitchProps {
  zone: ShownZone;
  /** The instants that are shown. Where both zones show the same times for them, there is nothing to choose. */
  instants: readonly string[];
  onChoose?: (owner: ZoneOwner) => void;
}

/** Shows times on the viewer's or on the provider's clock, where these differ. */
export function ZoneSwitch({ zone, instants, onChoose = zone.choose }: ZoneSwitchProps) {
  const { t } = useTranslation('booking');
  if (!instants.some((instant) => clocksDiffer(zone.viewer, zone.provider, instant))) return null;
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
