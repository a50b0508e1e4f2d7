import { deviceTimezone } from '@/platform/device';
import { assumedOnServer } from '@/platform/rendered-page';
import { useTakenOver } from './taken-over';

/** The viewer's IANA zone; '' where the server renders the page and does not know it. */
export const useViewerZone = (): string => (useTakenOver() ? deviceTimezone() : assumedOnServer().timezone);
