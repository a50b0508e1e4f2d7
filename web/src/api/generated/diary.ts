import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    blockTime: build.mutation<BlockTimeApiResponse, BlockTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/block_time`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createOwnBooking: build.mutation<
      CreateOwnBookingApiResponse,
      CreateOwnBookingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_own_booking`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getBlockedTimes: build.query<
      GetBlockedTimesApiResponse,
      GetBlockedTimesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_blocked_times`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    getMoveTerms: build.query<GetMoveTermsApiResponse, GetMoveTermsApiArg>({
      query: () => ({ url: `/api/get_move_terms` }),
    }),
    moveAppointment: build.mutation<
      MoveAppointmentApiResponse,
      MoveAppointmentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/move_appointment`,
        method: "POST",
        body: queryArg,
      }),
    }),
    unblockTime: build.mutation<UnblockTimeApiResponse, UnblockTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/unblock_time`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateMoveTerms: build.mutation<
      UpdateMoveTermsApiResponse,
      UpdateMoveTermsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_move_terms`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDiaryApi };
export type BlockTimeApiResponse =
  /** status 200 Successful Response */ AnswerOneBlock;
export type BlockTimeApiArg = TimeToBlock;
export type CreateOwnBookingApiResponse =
  /** status 200 Successful Response */ AnswerOwnBooked;
export type CreateOwnBookingApiArg = OwnBooking;
export type GetBlockedTimesApiResponse =
  /** status 200 Successful Response */ AnswerBlockedTimes;
export type GetBlockedTimesApiArg = {
  from: string;
  to: string;
};
export type GetMoveTermsApiResponse =
  /** status 200 Successful Response */ AnswerMoveTermsShown;
export type GetMoveTermsApiArg = void;
export type MoveAppointmentApiResponse =
  /** status 200 Successful Response */ AnswerMoved;
export type MoveAppointmentApiArg = Move;
export type UnblockTimeApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type UnblockTimeApiArg = BlockId;
export type UpdateMoveTermsApiResponse =
  /** status 200 Successful Response */ AnswerMoveTermsShown;
export type UpdateMoveTermsApiArg = MoveTerms;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type BlockShown = {
  block_id: string;
  date: string;
  start_time: string;
  end_time: string;
  repeat: "" | "daily" | "weekly";
  until: string;
  note: string;
};
export type OneBlock = {
  block: BlockShown;
};
export type AnswerOneBlock = {
  status: boolean;
  message: EnvelopeMessage;
  data: OneBlock;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type TimeToBlock = {
  iv_block_id?: string;
  iv_date: string;
  iv_start_time: string;
  iv_end_time: string;
  iv_repeat?: "" | "daily" | "weekly";
  iv_until?: string | null;
  iv_note?: string;
};
export type BookingData = {
  order_id: string;
  provider_id: string;
  owner_id: string;
  user_category: "active" | "guest";
  name: string;
  email: string;
  guest_name: string;
  guest_email: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  brief: string;
  services: string;
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  complete_status: string;
  rating: number | null;
  feedback: string;
  rating_status: string;
  created_date: string;
  provider_start_time: string;
  provider_end_time: string;
  client_start_time: string;
  client_end_time: string;
  duration: number;
  total_cost: number;
  total_currency: string;
  total_duration: number;
  delivery_mode: "in-person" | "remote" | "hybrid";
  delivery_location: string;
  remote_link: string;
  place_id: string;
  place_name: string;
  place_note: string;
  contact_phone: string;
  at_client: boolean;
  has_answers: boolean;
  awaits_client: boolean;
  session_time: string;
  proposed_session_time: string;
  proposed_by: string;
  proposed_note: string;
  due_position: number;
  due_start_time: string;
  due_end_time: string;
  answer_by: string;
  completes_at: string;
  rate_by: string;
  cancellation_terms: string;
  cancelled_by: string;
  cancel_reason: string;
  cancelled_late: boolean;
  late_words: string;
  no_shows: string;
  no_show: string;
  client_rating: number | null;
  client_feedback: string;
  rate_client_by: string;
  hidden_rating_by: string;
  ratings_shown_at: string;
  rating_answer: string;
  rating_removed: boolean;
  client_rating_removed: boolean;
  multiple_clients: boolean;
  client_pay_status: string;
  provider_pay_status: string;
  revision: number;
};
export type CalendarContent = {
  content: string;
  filename: string;
};
export type OwnBooked = {
  booking_data: BookingData;
  client_id: string;
  ical_content_data: CalendarContent | null;
};
export type AnswerOwnBooked = {
  status: boolean;
  message: EnvelopeMessage;
  data: OwnBooked;
};
export type JsonValue = unknown;
export type OwnBooking = {
  iv_client_id?: string;
  iv_client_name?: string;
  iv_client_email?: string;
  iv_client_phone?: string | number;
  iv_service_list: string[] | string;
  iv_date: string;
  iv_start_time: string;
  iv_duration?: number | string | null;
  iv_cost?: number | string | null;
  iv_delivery_mode?: "in-person" | "remote";
  iv_place_id?: string;
  iv_delivery_location?: string;
  iv_brief?: string;
  iv_over_rules?: "yes" | "no";
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type BlockedPeriodShown = {
  block_id: string;
  starts_at: string;
  ends_at: string;
};
export type BlockedTimes = {
  timezone: string;
  blocks: BlockShown[];
  periods: BlockedPeriodShown[];
};
export type AnswerBlockedTimes = {
  status: boolean;
  message: EnvelopeMessage;
  data: BlockedTimes;
};
export type MoveTermsShown = {
  told_until_hours: number | null;
};
export type AnswerMoveTermsShown = {
  status: boolean;
  message: EnvelopeMessage;
  data: MoveTermsShown;
};
export type Moved = {
  how: "asked" | "told" | "moved";
  booking_data: BookingData;
  ical_content_data: CalendarContent | null;
};
export type AnswerMoved = {
  status: boolean;
  message: EnvelopeMessage;
  data: Moved;
};
export type Move = {
  iv_order_id: string;
  iv_session_position?: number | null;
  iv_date: string;
  iv_start_time: string;
  iv_duration?: number | string | null;
  iv_feedback?: string;
  iv_over_rules?: "yes" | "no";
  iv_only_check?: "yes" | "no";
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type BlockId = {
  iv_block_id: string;
};
export type MoveTerms = {
  iv_told_until_hours?: number | string | null;
};
