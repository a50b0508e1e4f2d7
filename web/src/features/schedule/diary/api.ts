import { openhoursApi } from '@/api';
import { generatedClientsApi } from '@/api/generated/clients';
import { generatedDiaryApi } from '@/api/generated/diary';
import type * as generated from '@/api/generated/diary';

export type BlockShown = generated.BlockShown;
export type BlockedPeriodShown = generated.BlockedPeriodShown;

/** What a provider enters in the own calendar, which no other page loads. */
export const diaryApi = generatedDiaryApi.enhanceEndpoints({
  addTagTypes: ['BlockedTimes', 'Hours', 'Slots', 'Bookings', 'Clients'],
  endpoints: {
    getBlockedTimes: { providesTags: ['BlockedTimes', 'Hours'] },
    blockTime: { invalidatesTags: ['BlockedTimes', 'Slots'] },
    createOwnBooking: { invalidatesTags: ['Bookings', 'Slots', 'Clients'] },
    unblockTime: { invalidatesTags: ['BlockedTimes', 'Slots'] },
  },
});

export const { useBlockTimeMutation, useCreateOwnBookingMutation, useGetBlockedTimesQuery, useUnblockTimeMutation } = diaryApi;
export const { useGetClientsQuery } = generatedClientsApi;
export const { useGetAccountProviderServicesQuery, useGetVenueSettingsQuery } = openhoursApi;
