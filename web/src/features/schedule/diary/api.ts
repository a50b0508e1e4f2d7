import { openhoursApi } from '@/api';
import { generatedClientsApi } from '@/api/generated/clients';
import { generatedDiaryApi } from '@/api/generated/diary';
import type * as generated from '@/api/generated/diary';

export type BlockShown = generated.BlockShown;
export type How = generated.Moved['how'];
export type BlockedPeriodShown = generated.BlockedPeriodShown;

/** What a provider enters in the own calendar, which no other page loads. */
const diaryApi = generatedDiaryApi.enhanceEndpoints({
  addTagTypes: ['BlockedTimes', 'Hours', 'Slots', 'Bookings', 'Clients', 'MoveTerms'],
  endpoints: {
    getBlockedTimes: { providesTags: ['BlockedTimes', 'Hours'] },
    blockTime: { invalidatesTags: ['BlockedTimes', 'Slots'] },
    createOwnBooking: { invalidatesTags: ['Bookings', 'Slots', 'Clients'] },
    moveAppointment: {
      invalidatesTags: (_answer, _error, { iv_only_check }) => (iv_only_check === 'yes' ? [] : ['Bookings', 'Slots', 'Clients']),
    },
    getMoveTerms: { providesTags: ['MoveTerms'] },
    updateMoveTerms: { invalidatesTags: ['MoveTerms'] },
    unblockTime: { invalidatesTags: ['BlockedTimes', 'Slots'] },
  },
});

export const {
  useBlockTimeMutation,
  useCreateOwnBookingMutation,
  useGetBlockedTimesQuery,
  useGetMoveTermsQuery,
  useMoveAppointmentMutation,
  useUnblockTimeMutation,
  useUpdateMoveTermsMutation,
} = diaryApi;
export const { useGetClientsQuery } = generatedClientsApi;
export const { useGetAccountProviderServicesQuery, useGetVenueSettingsQuery } = openhoursApi;
