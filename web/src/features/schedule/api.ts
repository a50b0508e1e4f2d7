import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useAnswerNewTimeMutation,
  useContestNoShowMutation,
  useEndGuestLinkMutation,
  useEraseGuestDataMutation,
  useCreateAppointmentRatingMutation,
  useCreateAppointmentRequestRatingMutation,
  useCreateClientRatingMutation,
  useGetAccountProfileQuery,
  useGetAvailableSlotsQuery,
  useGetBookingInfoQuery,
  useGetGuestBookingQuery,
  useGetGuestDataMutation,
  useGetProviderAppointmentWindowQuery,
  useGetTrustStatusQuery,
  useLazyGetAppointmentCalendarQuery,
  useLazyGetBookingInfoQuery,
  usePreviewAppointmentWindowMutation,
  useProposeNewTimeMutation,
  useReportNoShowMutation,
  useRequestGuestLinkMutation,
  useUpdateAppointmentOrderRequestMutation,
  useUpdateAppointmentWindowMutation,
  useUpdateAwayMutation,
} = openhoursApi;
