import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useCountPageViewMutation,
  useGetAccountProfileQuery,
  useGetAccountProviderServicesQuery,
  useGetProviderAppointmentWindowQuery,
  useGetProviderProfileQuery,
  useUpdateAccountPolicyPerksMutation,
} = openhoursApi;
