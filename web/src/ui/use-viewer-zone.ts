import { useSyncExternalStore } from 'react';
import { deviceTimezone } from '@/platform/device';
import { assumedOnServer } from '@/platform/rendered-page';

const never = () => () => undefined;

/** The viewer's IANA zone; '' where the server renders the page and does not know it. */
export const useViewerZone = (): string => useSyncExternalStore(never, deviceTimezone, () => assumedOnServer().timezone);
