import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useGetAccountProfileQuery,
  useGetAccountProviderServicesQuery,
  useGetProviderAppointmentWindowQuery,
  useGetProviderProfileQuery,
  useUpdateAccountPolicyPerksMutation,
} = openhoursApi;
