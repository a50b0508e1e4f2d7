import type { CallArgs, Envelope } from '@/api';
import { generatedStaffApi } from '@/api/generated/staff';
import type * as generated from '@/api/generated/staff';

export type ReportParty = generated.ReportParty;
export type Act = generated.ActShown;
export type ReportLine = generated.ReportLine;
export type ReportWhole = generated.ReportWhole;
export type AccountLine = generated.AccountLine;
export type AccountWhole = generated.AccountWhole;
export type FailedMail = generated.FailedMail;
export type RequestLine = generated.RequestLine;
export type GuestBooking = generated.GuestBookingLine;
export type Action = generated.DecisionRequest['iv_action'];

/** How many rows one page holds. */
const PAGE_SIZE = 20;

const pageCall = (call: string, filter: object, cursor: string): CallArgs => ({
  url: `/api/${call}`,
  params: { ...filter, limit: PAGE_SIZE, cursor },
});

const paging = {
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined,
  refetchCachedPages: false,
};

export interface ReportsFilter {
  status: 'open' | 'closed';
  report_type: '' | ReportLine['report_type'];
}

export interface AccountsFilter {
  reason: generated.StaffGetAccountsApiArg['reason'];
  standing: 'all' | 'suspended';
  q: string;
}

/** Staff data is interdependent: a decision changes the queue, the account, the log and the counts at once. */
const tagged = generatedStaffApi.enhanceEndpoints({
  addTagTypes: ['Staff', 'FailedMails'],
  endpoints: {
    staffGetOverview: { providesTags: ['Staff'] },
    staffGetReports: { providesTags: ['Staff'] },
    staffGetReport: { providesTags: ['Staff'] },
    staffGetAccount: { providesTags: ['Staff'] },
    staffGetRequest: { providesTags: ['Staff'] },
    staffDecideReport: { invalidatesTags: ['Staff', 'Posts', 'Ratings'] },
    staffSetAccountStanding: { invalidatesTags: ['Staff', 'Posts'] },
    staffSetReviewStanding: { invalidatesTags: ['Staff', 'Ratings'] },
    staffSetPostStanding: { invalidatesTags: ['Staff', 'Posts'] },
    staffSetVerification: { invalidatesTags: ['Staff'] },
    staffAnswerRequest: { invalidatesTags: ['Staff'] },
    staffEndGuestLink: { invalidatesTags: ['Staff'] },
    staffRetryMail: { invalidatesTags: ['FailedMails'] },
  },
});

/** The staff’s lists, page by page. A guest’s bookings are asked for by POST, so that no URL holds the guest’s mail address; a request of theirs is the reason. */
const staffApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    reportPages: build.infiniteQuery<generated.Reports, ReportsFilter, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => pageCall('staff_get_reports', queryArg, pageParam),
      transformResponse: ({ data }: Envelope<generated.Reports>) => data,
      providesTags: ['Staff'],
    }),
    accountPages: build.infiniteQuery<generated.Accounts, AccountsFilter, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => pageCall('staff_get_accounts', queryArg, pageParam),
      transformResponse: ({ data }: Envelope<generated.Accounts>) => data,
      providesTags: ['Staff'],
    }),
    requestPages: build.infiniteQuery<generated.Requests, 'open' | 'closed', string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => pageCall('staff_get_requests', { status: queryArg }, pageParam),
      transformResponse: ({ data }: Envelope<generated.Requests>) => data,
      providesTags: ['Staff'],
    }),
    actPages: build.infiniteQuery<generated.Acts, null, string>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => pageCall('staff_get_audit_log', {}, pageParam),
      transformResponse: ({ data }: Envelope<generated.Acts>) => data,
      providesTags: ['Staff'],
    }),
    guestBookings: build.query<generated.GuestBookings, string>({
      query: (iv_email) => ({ url: '/api/staff_find_guest_bookings', method: 'POST', body: { iv_email, iv_reason: 'request' } }),
      transformResponse: ({ data }: Envelope<generated.GuestBookings>) => data,
    }),
    mailPages: build.infiniteQuery<generated.FailedMails, null, string>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => pageCall('staff_get_failed_mails', {}, pageParam),
      transformResponse: ({ data }: Envelope<generated.FailedMails>) => data,
      providesTags: ['FailedMails'],
    }),
  }),
});

export const {
  useAccountPagesInfiniteQuery,
  useActPagesInfiniteQuery,
  useGuestBookingsQuery,
  useMailPagesInfiniteQuery,
  useReportPagesInfiniteQuery,
  useRequestPagesInfiniteQuery,
  useStaffAnswerRequestMutation,
  useStaffDecideReportMutation,
  useStaffEndGuestLinkMutation,
  useStaffGetAccountQuery,
  useStaffGetOverviewQuery,
  useStaffGetReportQuery,
  useStaffGetReportsQuery,
  useStaffGetRequestQuery,
  useStaffRetryMailMutation,
  useStaffSetAccountStandingMutation,
  useStaffSetPostStandingMutation,
  useStaffSetReviewStandingMutation,
  useStaffSetVerificationMutation,
} = staffApi;
