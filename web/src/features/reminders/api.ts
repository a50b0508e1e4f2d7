import { generatedRemindersApi } from '@/api/generated/reminders';
import type * as generated from '@/api/generated/reminders';

export type ReminderPlan = generated.ReminderPlanAnswer;
export type ReminderPlanUpdate = generated.ReminderPlanUpdate;
export type Reminder = generated.ShownReminder;
export type DailySummary = ReminderPlan['daily_summary'];
export type ShownText = generated.ShownText;
export type TextVariable = generated.TextVariable;

const remindersApi = generatedRemindersApi.enhanceEndpoints({
  addTagTypes: ['ReminderPlan', 'MailTexts'],
  endpoints: {
    getReminderPlan: { providesTags: ['ReminderPlan'] },
    updateReminderPlan: { invalidatesTags: ['ReminderPlan'] },
    getMailTexts: { providesTags: ['MailTexts'] },
    updateMailText: { invalidatesTags: ['MailTexts'] },
    resetMailText: { invalidatesTags: ['MailTexts'] },
  },
});

export const {
  useGetReminderPlanQuery,
  useUpdateReminderPlanMutation,
  useGetMailTextsQuery,
  useUpdateMailTextMutation,
  useResetMailTextMutation,
} = remindersApi;
