import { useSyncExternalStore } from 'react';
import { isZoneKnown } from '@/i18n/intl';
import { deviceTimezone, ownTimezone } from '@/platform/device';
import { tabStorage } from '@/platform/site-data';
import { useGetProviderAppointmentWindowQuery } from '../api';

export type ZoneOwner = 'viewer' | 'provider';

/**
 * The zone in which a provider's times are shown, and how to show them in the other side's. A viewer whose own zone is not known
 * has the provider's; where the browser lacks the provider's, times are shown in the viewer's.
 */
export interface ShownZone {
  readonly owner: ZoneOwner;
  readonly viewer: string;
  readonly provider: string;
  /** The provider's zone, if this browser cannot show its clock; else ''. */
  readonly lacking: string;
  /** The zone of the owner: dates and times are shown in it. */
  readonly timezone: string;
  /** The other side's zone. */
  readonly other: string;
  readonly choose: (owner: ZoneOwner) => void;
}

const keyOf = (providerId: string): string => `zone:${providerId}`;
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function chosenOwner(providerId: string): ZoneOwner {
  return tabStorage.getItem(keyOf(providerId)) === 'provider' ? 'provider' : 'viewer';
}

/** The choice holds for this tab, on the provider's page and in all views of a booking (product.md 4.2). */
export function useShownZone(providerId: string, knownZone = ''): ShownZone {
  const hours = useGetProviderAppointmentWindowQuery(providerId).currentData?.data.appointment_info;
  const owner = useSyncExternalStore(
    watch,
    () => chosenOwner(providerId),
    () => 'viewer' as const,
  );
  const theirs = hours?.timezone ?? knownZone;
  const lacking = theirs && !isZoneKnown(theirs) ? theirs : '';
  const viewer = ownTimezone() || (lacking ? '' : theirs) || deviceTimezone();
  const provider = (lacking ? '' : theirs) || viewer;
  const [timezone, other] = owner === 'viewer' ? [viewer, provider] : [provider, viewer];
  function choose(next: ZoneOwner): void {
    tabStorage.setItem(keyOf(providerId), next);
    for (const watcher of watchers) watcher();
  }
  return { owner, viewer, provider, lacking, timezone, other, choose };
}
