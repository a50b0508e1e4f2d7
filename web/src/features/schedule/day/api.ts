import { generatedDayApi } from '@/api/generated/day';
import type * as generated from '@/api/generated/day';

export type ScheduleChange = generated.ScheduleChange;
export type OrderNote = generated.OrderNote;
export type OrderOutside = generated.OrderOutside;
export type OtherTimesWanted = generated.OtherTimesWanted;
export type ProposedHours = generated.ProposedHours;

/** The calls about a provider's day, which no other page loads. What changes a booking may be a change of the day, too. */
export const dayApi = generatedDayApi.enhanceEndpoints({
  addTagTypes: ['Bookings', 'Clients'],
  endpoints: {
    getScheduleChanges: { providesTags: ['Bookings'] },
    getNotesOfOrders: { providesTags: ['Clients'] },
    askForOtherTimes: { invalidatesTags: ['Bookings'] },
  },
});

export const { useGetNotesOfOrdersQuery, useGetScheduleChangesQuery, useMarkChangesSeenMutation } = dayApi;
