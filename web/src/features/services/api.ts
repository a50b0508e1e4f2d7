import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useArchiveDeleteAccountServicesMutation,
  useGetAccountProfileQuery,
  useGetAccountProviderServicesQuery,
  useGetAppointmentFinanceSettingsQuery,
  useGetVenueSettingsQuery,
  useUpdateAccountServicesMutation,
} = openhoursApi;
