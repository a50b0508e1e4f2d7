import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useGetAccountProviderServicesQuery,
  useGetProviderAppointmentWindowQuery,
  useGetProviderProfileQuery,
  useUpdateAccountSkillsMutation,
  useUpdateProfileInfoMutation,
  useUpdateUsernameMutation,
} = openhoursApi;
