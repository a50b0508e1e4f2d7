import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useAnswerNewTimeMutation,
  useCreateAppointmentRatingMutation,
  useCreateAppointmentRequestRatingMutation,
  useGetAvailableSlotsQuery,
  useGetBookingInfoQuery,
  useGetGuestBookingQuery,
  useGetProviderAppointmentWindowQuery,
  useGetTrustStatusQuery,
  useLazyGetAppointmentCalendarQuery,
  useLazyGetBookingInfoQuery,
  usePreviewAppointmentWindowMutation,
  useProposeNewTimeMutation,
  useRequestGuestLinkMutation,
  useUpdateAppointmentOrderRequestMutation,
  useUpdateAppointmentWindowMutation,
} = openhoursApi;
