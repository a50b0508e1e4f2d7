import { deviceTimezone } from '@/platform';
import { useGetAccountProfileQuery } from '../../api';

/** The zone that the account works in; this device's where the account names none. */
export function useAccountZone(): string {
  const { currentData } = useGetAccountProfileQuery();
  return currentData?.data.account_data.timezone || deviceTimezone();
}
