import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useAddExternalCalendarMutation,
  useCheckExternalCalendarMutation,
  useGetCalendarFeedQuery,
  useGetExternalCalendarsQuery,
  useRemoveExternalCalendarMutation,
  useUpdateCalendarFeedMutation,
} = openhoursApi;
