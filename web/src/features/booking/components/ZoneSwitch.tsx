import { Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { lazyPart } from '@/ui/lazy-part';
import type { ShownZone, ZoneOwner } from '../hooks/use-shown-zone';
import { clocksDiffer } from '../time-zones';

const ZoneChoice = lazyPart(() => import('./ZoneChoice'));

interface ZoneSwitchProps {
  zone: ShownZone;
  /** The instants that are shown. Where both zones show the same times for them, there is nothing to choose. */
  instants: readonly string[];
  onChoose?: (owner: ZoneOwner) => void;
}

/** Shows times on the viewer's or on the provider's clock, where these differ; says where the browser lacks the latter. */
export function ZoneSwitch({ zone, instants, onChoose = zone.choose }: ZoneSwitchProps) {
  if (!zone.lacking && !instants.some((instant) => clocksDiffer(zone.viewer, zone.provider, instant))) return null;
  return (
    <Suspense fallback={<Skeleton height={34} />}>
      <ZoneChoice zone={zone} onChoose={onChoose} />
    </Suspense>
  );
}
