import { openhoursApi, type CallArgs } from '@/api';

/** Only this page makes the call: other first screens do not fetch it. */
const withViews = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    countPageView: build.mutation<unknown, { iv_owner_id: string }>({
      query: (body): CallArgs => ({ url: '/api/count_page_view', method: 'POST', body }),
    }),
  }),
});

export const { useCountPageViewMutation } = withViews;

/** The calls that this feature makes. */
export const {
  useGetAccountProfileQuery,
  useGetAccountProviderServicesQuery,
  useGetProviderAppointmentWindowQuery,
  useGetProviderProfileQuery,
  useUpdateAccountPolicyPerksMutation,
} = openhoursApi;
