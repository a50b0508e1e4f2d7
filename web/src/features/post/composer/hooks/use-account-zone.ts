import { useGetAccountProfileQuery } from '@/api';
import { deviceTimezone } from '@/platform';

/** The zone that the account works in; this device's where the account names none. */
export function useAccountZone(): string {
  const { currentData } = useGetAccountProfileQuery();
  return currentData?.data.account_data.timezone || deviceTimezone();
}
