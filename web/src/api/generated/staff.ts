import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    staffAnswerRequest: build.mutation<
      StaffAnswerRequestApiResponse,
      StaffAnswerRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_answer_request`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffDecideReport: build.mutation<
      StaffDecideReportApiResponse,
      StaffDecideReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_decide_report`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffEndGuestLink: build.mutation<
      StaffEndGuestLinkApiResponse,
      StaffEndGuestLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_end_guest_link`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffFindGuestBookings: build.mutation<
      StaffFindGuestBookingsApiResponse,
      StaffFindGuestBookingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_find_guest_bookings`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffGetAccount: build.query<
      StaffGetAccountApiResponse,
      StaffGetAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_account/${queryArg.accountId}`,
        params: {
          reason: queryArg.reason,
        },
      }),
    }),
    staffGetAccounts: build.query<
      StaffGetAccountsApiResponse,
      StaffGetAccountsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_accounts`,
        params: {
          reason: queryArg.reason,
          q: queryArg.q,
          standing: queryArg.standing,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    staffGetAuditLog: build.query<
      StaffGetAuditLogApiResponse,
      StaffGetAuditLogApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_audit_log`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    staffGetFailedMails: build.query<
      StaffGetFailedMailsApiResponse,
      StaffGetFailedMailsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_failed_mails`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    staffGetOverview: build.query<
      StaffGetOverviewApiResponse,
      StaffGetOverviewApiArg
    >({
      query: () => ({ url: `/api/staff_get_overview` }),
    }),
    staffGetReport: build.query<
      StaffGetReportApiResponse,
      StaffGetReportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_report/${queryArg.reportId}`,
        params: {
          reason: queryArg.reason,
        },
      }),
    }),
    staffGetReports: build.query<
      StaffGetReportsApiResponse,
      StaffGetReportsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_reports`,
        params: {
          status: queryArg.status,
          report_type: queryArg.reportType,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    staffGetRequest: build.query<
      StaffGetRequestApiResponse,
      StaffGetRequestApiArg
    >({
      query: (queryArg) => ({ url: `/api/staff_get_request/${queryArg}` }),
    }),
    staffGetRequests: build.query<
      StaffGetRequestsApiResponse,
      StaffGetRequestsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_get_requests`,
        params: {
          status: queryArg.status,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    staffRetryMail: build.mutation<
      StaffRetryMailApiResponse,
      StaffRetryMailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_retry_mail`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffSetAccountStanding: build.mutation<
      StaffSetAccountStandingApiResponse,
      StaffSetAccountStandingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_set_account_standing`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffSetPostStanding: build.mutation<
      StaffSetPostStandingApiResponse,
      StaffSetPostStandingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_set_post_standing`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffSetReviewStanding: build.mutation<
      StaffSetReviewStandingApiResponse,
      StaffSetReviewStandingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_set_review_standing`,
        method: "POST",
        body: queryArg,
      }),
    }),
    staffSetVerification: build.mutation<
      StaffSetVerificationApiResponse,
      StaffSetVerificationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/staff_set_verification`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedStaffApi };
export type StaffAnswerRequestApiResponse =
  /** status 200 Successful Response */ AnswerRequestAnswered;
export type StaffAnswerRequestApiArg = NewAnswer;
export type StaffDecideReportApiResponse =
  /** status 200 Successful Response */ AnswerReportAnswer;
export type StaffDecideReportApiArg = DecisionRequest;
export type StaffEndGuestLinkApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type StaffEndGuestLinkApiArg = GuestLinkEndByStaff;
export type StaffFindGuestBookingsApiResponse =
  /** status 200 Successful Response */ AnswerGuestBookings;
export type StaffFindGuestBookingsApiArg = GuestBookingsSearch;
export type StaffGetAccountApiResponse =
  /** status 200 Successful Response */ AnswerAccountAnswer;
export type StaffGetAccountApiArg = {
  accountId: string;
  reason: "report" | "request" | "objection" | "check";
};
export type StaffGetAccountsApiResponse =
  /** status 200 Successful Response */ AnswerAccounts;
export type StaffGetAccountsApiArg = {
  reason: "report" | "request" | "objection" | "check";
  q?: string;
  standing?: "all" | "suspended";
  limit?: number;
  cursor?: string | null;
};
export type StaffGetAuditLogApiResponse =
  /** status 200 Successful Response */ AnswerActs;
export type StaffGetAuditLogApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type StaffGetFailedMailsApiResponse =
  /** status 200 Successful Response */ AnswerFailedMails;
export type StaffGetFailedMailsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type StaffGetOverviewApiResponse =
  /** status 200 Successful Response */ AnswerOverview;
export type StaffGetOverviewApiArg = void;
export type StaffGetReportApiResponse =
  /** status 200 Successful Response */ AnswerReportAnswer;
export type StaffGetReportApiArg = {
  reportId: string;
  reason: "report" | "request" | "objection" | "check";
};
export type StaffGetReportsApiResponse =
  /** status 200 Successful Response */ AnswerReports;
export type StaffGetReportsApiArg = {
  status?: "open" | "closed";
  reportType?:
    | string
    | (
        | "posts"
        | "appointments"
        | "messages"
        | "comments"
        | "reviews"
        | "accounts"
      );
  limit?: number;
  cursor?: string | null;
};
export type StaffGetRequestApiResponse =
  /** status 200 Successful Response */ AnswerRequestAnswered;
export type StaffGetRequestApiArg = string;
export type StaffGetRequestsApiResponse =
  /** status 200 Successful Response */ AnswerRequests;
export type StaffGetRequestsApiArg = {
  status?: "open" | "closed";
  limit?: number;
  cursor?: string | null;
};
export type StaffRetryMailApiResponse =
  /** status 200 Successful Response */ AnswerMailRetried;
export type StaffRetryMailApiArg = RetryMail;
export type StaffSetAccountStandingApiResponse =
  /** status 200 Successful Response */ AnswerStandingAnswer;
export type StaffSetAccountStandingApiArg = AccountStanding;
export type StaffSetPostStandingApiResponse =
  /** status 200 Successful Response */ AnswerPostAnswer;
export type StaffSetPostStandingApiArg = PostStanding;
export type StaffSetReviewStandingApiResponse =
  /** status 200 Successful Response */ AnswerReviewStandingAnswer;
export type StaffSetReviewStandingApiArg = ReviewStanding;
export type StaffSetVerificationApiResponse =
  /** status 200 Successful Response */ AnswerVerificationAnswer;
export type StaffSetVerificationApiArg = Verification;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type RequestLine = {
  request_id: string;
  topic: string;
  text: string;
  filed_at: string;
  answer: string;
  answered_at: string | null;
  account_id: string;
  name: string;
  email: string;
};
export type RequestAnswered = {
  request: RequestLine;
};
export type AnswerRequestAnswered = {
  status: boolean;
  message: EnvelopeMessage;
  data: RequestAnswered;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type NewAnswer = {
  iv_request_id: string;
  iv_answer: string;
};
export type ReportParty = {
  owner_id: string;
  name: string;
  username: string;
  email: string;
  avatar: string;
  provider: boolean;
  manual_verification: "unverified" | "verified";
  staff: boolean;
  suspended: boolean;
};
export type JsonValue = unknown;
export type ActShown = {
  act_id: string;
  act: string;
  staff_id: string;
  staff_name: string;
  account_id: string;
  account_name: string;
  thing_id: string;
  report_id: string;
  note: string;
  done_at: string;
};
export type ReportLine = {
  report_id: string;
  report_type:
    "posts" | "appointments" | "messages" | "comments" | "reviews" | "accounts";
  issue_id: string;
  title: string;
  status: "open" | "closed";
  action: string;
  filed_at: string;
  closed_at: string | null;
  reporter: ReportParty;
  reported: ReportParty;
  same_issue: number;
};
export type ReportWhole = {
  report_id: string;
  report_type:
    "posts" | "appointments" | "messages" | "comments" | "reviews" | "accounts";
  issue_id: string;
  title: string;
  status: "open" | "closed";
  action: string;
  filed_at: string;
  closed_at: string | null;
  reporter: ReportParty;
  reported: ReportParty;
  same_issue: number;
  details: string;
  additional: string;
  evidence: {
    [key: string]: JsonValue;
  } | null;
  post_hidden: boolean;
  review_removed: boolean;
  history: ActShown[];
  other_reports: ReportLine[];
};
export type ReportAnswer = {
  report: ReportWhole;
};
export type AnswerReportAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: ReportAnswer;
};
export type DecisionRequest = {
  iv_report_id: string;
  iv_action:
    "dismiss" | "warn" | "hide_post" | "remove_content" | "suspend_account";
  iv_note?: string;
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type GuestLinkEndByStaff = {
  iv_order_id: string;
  iv_note: string;
};
export type GuestBookingLine = {
  order_id: string;
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  provider_id: string;
  provider_name: string;
  services: string[];
  starts_at: string;
};
export type GuestBookings = {
  bookings: GuestBookingLine[];
};
export type AnswerGuestBookings = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestBookings;
};
export type GuestBookingsSearch = {
  iv_email: string;
  iv_reason: "report" | "request" | "objection" | "check";
};
export type AccountWhole = {
  owner_id: string;
  name: string;
  username: string;
  email: string;
  avatar: string;
  provider: boolean;
  manual_verification: "unverified" | "verified";
  staff: boolean;
  suspended: boolean;
  created_date: string | null;
  open_reports: number;
  expertise: string;
  city: string;
  country: string;
  bio: string;
  suspended_at: string | null;
  reports: ReportLine[];
  history: ActShown[];
};
export type AccountAnswer = {
  account: AccountWhole;
};
export type AnswerAccountAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: AccountAnswer;
};
export type AccountLine = {
  owner_id: string;
  name: string;
  username: string;
  email: string;
  avatar: string;
  provider: boolean;
  manual_verification: "unverified" | "verified";
  staff: boolean;
  suspended: boolean;
  created_date: string | null;
  open_reports: number;
};
export type Accounts = {
  accounts: AccountLine[];
  next_cursor: string | null;
};
export type AnswerAccounts = {
  status: boolean;
  message: EnvelopeMessage;
  data: Accounts;
};
export type Acts = {
  acts: ActShown[];
  next_cursor: string | null;
};
export type AnswerActs = {
  status: boolean;
  message: EnvelopeMessage;
  data: Acts;
};
export type FailedMail = {
  mail_id: string;
  template: string;
  to: string;
  reason: string;
  attempts: number;
  given_up_at: string;
};
export type FailedMails = {
  mails: FailedMail[];
  next_cursor: string | null;
};
export type AnswerFailedMails = {
  status: boolean;
  message: EnvelopeMessage;
  data: FailedMails;
};
export type Overview = {
  open_reports: number;
  open_requests: number;
  suspended_accounts: number;
};
export type AnswerOverview = {
  status: boolean;
  message: EnvelopeMessage;
  data: Overview;
};
export type Reports = {
  reports: ReportLine[];
  next_cursor: string | null;
};
export type AnswerReports = {
  status: boolean;
  message: EnvelopeMessage;
  data: Reports;
};
export type Requests = {
  requests: RequestLine[];
  next_cursor: string | null;
};
export type AnswerRequests = {
  status: boolean;
  message: EnvelopeMessage;
  data: Requests;
};
export type MailRetried = {
  mail_id: string;
};
export type AnswerMailRetried = {
  status: boolean;
  message: EnvelopeMessage;
  data: MailRetried;
};
export type RetryMail = {
  iv_mail_id: string;
};
export type StandingAnswer = {
  owner_id: string;
  suspended: boolean;
};
export type AnswerStandingAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: StandingAnswer;
};
export type AccountStanding = {
  iv_account_id: string;
  iv_suspended: "yes" | "no";
  iv_note: string;
};
export type PostAnswer = {
  post_id: string;
  hidden: boolean;
};
export type AnswerPostAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: PostAnswer;
};
export type PostStanding = {
  iv_post_id: string;
  iv_hidden: "yes" | "no";
  iv_note: string;
};
export type ReviewStandingAnswer = {
  review_id: string;
  removed: boolean;
};
export type AnswerReviewStandingAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: ReviewStandingAnswer;
};
export type ReviewStanding = {
  iv_review_id: string;
  iv_removed: "yes" | "no";
  iv_note: string;
};
export type VerificationAnswer = {
  owner_id: string;
  manual_verification: "unverified" | "verified";
};
export type AnswerVerificationAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: VerificationAnswer;
};
export type Verification = {
  iv_account_id: string;
  iv_verified: "yes" | "no";
  iv_note?: string;
};
