import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMailTexts: build.query<GetMailTextsApiResponse, GetMailTextsApiArg>({
      query: () => ({ url: `/api/get_mail_texts` }),
    }),
    getReminderPlan: build.query<
      GetReminderPlanApiResponse,
      GetReminderPlanApiArg
    >({
      query: () => ({ url: `/api/get_reminder_plan` }),
    }),
    resetMailText: build.mutation<
      ResetMailTextApiResponse,
      ResetMailTextApiArg
    >({
      query: (queryArg) => ({
        url: `/api/reset_mail_text`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateMailText: build.mutation<
      UpdateMailTextApiResponse,
      UpdateMailTextApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_mail_text`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateReminderPlan: build.mutation<
      UpdateReminderPlanApiResponse,
      UpdateReminderPlanApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_reminder_plan`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedRemindersApi };
export type GetMailTextsApiResponse =
  /** status 200 Successful Response */ AnswerMailTexts;
export type GetMailTextsApiArg = void;
export type GetReminderPlanApiResponse =
  /** status 200 Successful Response */ AnswerReminderPlanAnswer;
export type GetReminderPlanApiArg = void;
export type ResetMailTextApiResponse =
  /** status 200 Successful Response */ AnswerMailTexts;
export type ResetMailTextApiArg = MailTextReset;
export type UpdateMailTextApiResponse =
  /** status 200 Successful Response */ AnswerMailTexts;
export type UpdateMailTextApiArg = MailTextUpdate;
export type UpdateReminderPlanApiResponse =
  /** status 200 Successful Response */ AnswerReminderPlanAnswer;
export type UpdateReminderPlanApiArg = ReminderPlanUpdate;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type ShownText = {
  kind: "reminder" | "follow_up" | "confirmation";
  subject: string;
  text: string;
  is_own: boolean;
  standard_subject: string;
  standard_text: string;
};
export type TextVariable = {
  name: string;
  example: string;
};
export type MailTexts = {
  texts: ShownText[];
  variables: TextVariable[];
};
export type AnswerMailTexts = {
  status: boolean;
  message: EnvelopeMessage;
  data: MailTexts;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type ShownReminder = {
  minutes_ahead: number;
  by_mail: boolean;
  by_push: boolean;
};
export type ReminderPlanAnswer = {
  reminders: ShownReminder[];
  follow_up_hours: number | null;
  daily_summary: "off" | "busy_days" | "every_day";
  timezone: string;
};
export type AnswerReminderPlanAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: ReminderPlanAnswer;
};
export type MailTextReset = {
  iv_kind: "reminder" | "follow_up" | "confirmation";
};
export type MailTextUpdate = {
  iv_kind: "reminder" | "follow_up" | "confirmation";
  iv_subject: string;
  iv_text: string;
};
export type WantedReminder = {
  minutes_ahead: number | string;
  by_mail?: boolean;
  by_push?: boolean;
};
export type ReminderPlanUpdate = {
  iv_reminders?: WantedReminder[] | string | null;
  iv_follow_up_hours?: number | string | null;
  iv_daily_summary?: ("off" | "busy_days" | "every_day") | null;
};
