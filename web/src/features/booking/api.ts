import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useCreateAppointmentOrderMutation,
  useGetAccountProviderServicesQuery,
  useGetAvailableSlotsQuery,
  useGetBookingInfoQuery,
  useGetNextFreeSlotsQuery,
  useGetNextFreeTimesQuery,
  useGetProviderAppointmentWindowQuery,
  useUploadIntakeFileMutation,
  useVerifyGuestCredentialsMutation,
} = openhoursApi;
