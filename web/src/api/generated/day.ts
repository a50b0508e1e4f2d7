import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    askForOtherTimes: build.mutation<
      AskForOtherTimesApiResponse,
      AskForOtherTimesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/ask_for_other_times`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getNotesOfOrders: build.query<
      GetNotesOfOrdersApiResponse,
      GetNotesOfOrdersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_notes_of_orders`,
        params: {
          order_ids: queryArg,
        },
      }),
    }),
    getOrdersOutsideHours: build.mutation<
      GetOrdersOutsideHoursApiResponse,
      GetOrdersOutsideHoursApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_orders_outside_hours`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getScheduleChanges: build.query<
      GetScheduleChangesApiResponse,
      GetScheduleChangesApiArg
    >({
      query: () => ({ url: `/api/get_schedule_changes` }),
    }),
    markChangesSeen: build.mutation<
      MarkChangesSeenApiResponse,
      MarkChangesSeenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/mark_changes_seen`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDayApi };
export type AskForOtherTimesApiResponse =
  /** status 200 Successful Response */ AnswerOtherTimesAsked;
export type AskForOtherTimesApiArg = OtherTimesWanted;
export type GetNotesOfOrdersApiResponse =
  /** status 200 Successful Response */ AnswerOrderNotes;
export type GetNotesOfOrdersApiArg = string;
export type GetOrdersOutsideHoursApiResponse =
  /** status 200 Successful Response */ AnswerOrdersOutside;
export type GetOrdersOutsideHoursApiArg = ProposedHours;
export type GetScheduleChangesApiResponse =
  /** status 200 Successful Response */ AnswerScheduleChanges;
export type GetScheduleChangesApiArg = void;
export type MarkChangesSeenApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type MarkChangesSeenApiArg = ChangesSeen;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type NotAsked = {
  order_id: string;
  reason: string;
};
export type OtherTimesAsked = {
  asked: string[];
  not_asked: NotAsked[];
};
export type AnswerOtherTimesAsked = {
  status: boolean;
  message: EnvelopeMessage;
  data: OtherTimesAsked;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type OtherTimesWanted = {
  iv_order_ids: string[] | string;
  iv_feedback?: string;
  iv_away?: ("yes" | "no") | null;
  iv_away_until?: string | null;
};
export type OrderNote = {
  order_id: string;
  client_id: string;
  note: string;
  tags: string[];
};
export type OrderNotes = {
  notes: OrderNote[];
};
export type AnswerOrderNotes = {
  status: boolean;
  message: EnvelopeMessage;
  data: OrderNotes;
};
export type SessionOutside = {
  starts_at: string;
  ends_at: string;
};
export type OrderOutside = {
  order_id: string;
  name: string;
  services: string[];
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  sessions: SessionOutside[];
};
export type OrdersOutside = {
  orders: OrderOutside[];
  total: number;
};
export type AnswerOrdersOutside = {
  status: boolean;
  message: EnvelopeMessage;
  data: OrdersOutside;
};
export type TimeOffPeriod = {
  startTime: string;
  endTime: string;
};
export type CustomSlotEntry = {
  id?: string;
  startTime: string;
  endTime: string;
  alias?: string;
  duration?: number | string | null;
};
export type DateOverrideEntry = {
  date: string;
  end_date?: string | null;
  note?: string;
  window_status?: "open" | "closed";
  window_type?: "quota" | "custom" | "flexible";
  quota_start_time?: string;
  quota_end_time?: string;
  quota_time_off?: TimeOffPeriod[] | string;
  quota_duration?: number | string;
  quota_buffer?: number | string;
  custom_slots?: CustomSlotEntry[] | string;
  flexible_step?: number | string;
};
export type ProposedHours = {
  iv_timezone?: string | null;
  iv_minimum_notice?: number | string | null;
  iv_booking_horizon?: number | string | null;
  iv_answer_hours?: number | string | null;
  iv_keep_gaps?: ("yes" | "no") | null;
  iv_most_per_day?: number | string | null;
  iv_most_per_week?: number | string | null;
  iv_date_overrides?: DateOverrideEntry[] | string | null;
  iv_monday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_monday_window_status?: ("open" | "closed") | null;
  iv_monday_quota_start_time?: string | null;
  iv_monday_quota_end_time?: string | null;
  iv_monday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_monday_quota_duration?: number | string | null;
  iv_monday_quota_buffer?: number | string | null;
  iv_monday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_monday_flexible_step?: number | string | null;
  iv_tuesday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_tuesday_window_status?: ("open" | "closed") | null;
  iv_tuesday_quota_start_time?: string | null;
  iv_tuesday_quota_end_time?: string | null;
  iv_tuesday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_tuesday_quota_duration?: number | string | null;
  iv_tuesday_quota_buffer?: number | string | null;
  iv_tuesday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_tuesday_flexible_step?: number | string | null;
  iv_wednesday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_wednesday_window_status?: ("open" | "closed") | null;
  iv_wednesday_quota_start_time?: string | null;
  iv_wednesday_quota_end_time?: string | null;
  iv_wednesday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_wednesday_quota_duration?: number | string | null;
  iv_wednesday_quota_buffer?: number | string | null;
  iv_wednesday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_wednesday_flexible_step?: number | string | null;
  iv_thursday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_thursday_window_status?: ("open" | "closed") | null;
  iv_thursday_quota_start_time?: string | null;
  iv_thursday_quota_end_time?: string | null;
  iv_thursday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_thursday_quota_duration?: number | string | null;
  iv_thursday_quota_buffer?: number | string | null;
  iv_thursday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_thursday_flexible_step?: number | string | null;
  iv_friday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_friday_window_status?: ("open" | "closed") | null;
  iv_friday_quota_start_time?: string | null;
  iv_friday_quota_end_time?: string | null;
  iv_friday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_friday_quota_duration?: number | string | null;
  iv_friday_quota_buffer?: number | string | null;
  iv_friday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_friday_flexible_step?: number | string | null;
  iv_saturday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_saturday_window_status?: ("open" | "closed") | null;
  iv_saturday_quota_start_time?: string | null;
  iv_saturday_quota_end_time?: string | null;
  iv_saturday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_saturday_quota_duration?: number | string | null;
  iv_saturday_quota_buffer?: number | string | null;
  iv_saturday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_saturday_flexible_step?: number | string | null;
  iv_sunday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_sunday_window_status?: ("open" | "closed") | null;
  iv_sunday_quota_start_time?: string | null;
  iv_sunday_quota_end_time?: string | null;
  iv_sunday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_sunday_quota_duration?: number | string | null;
  iv_sunday_quota_buffer?: number | string | null;
  iv_sunday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_sunday_flexible_step?: number | string | null;
  iv_away?: ("yes" | "no") | null;
  iv_away_until?: string | null;
};
export type ScheduleChange = {
  order_id: string;
  kind: "booked" | "moved" | "cancelled";
  changed_at: string;
  is_new: boolean;
  name: string;
  services: string[];
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  starts_at: string;
  ends_at: string;
  former_start: string;
};
export type ScheduleChanges = {
  changes: ScheduleChange[];
  as_of: string;
};
export type AnswerScheduleChanges = {
  status: boolean;
  message: EnvelopeMessage;
  data: ScheduleChanges;
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type ChangesSeen = {
  iv_seen_until: string;
};
