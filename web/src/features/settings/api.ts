import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useEndLoginMutation,
  useEndOtherLoginsMutation,
  useGetActiveLoginsQuery,
  useGetAppointmentFinanceSettingsQuery,
  useGetNotificationPreferencesQuery,
  useUnsubscribeMailMutation,
  useUpdateAccountProfileMutation,
  useUpdateAppointmentFinanceSettingsMutation,
  useUpdateLanguageMutation,
  useUpdateNotificationPreferencesMutation,
  useUpdateStarterPreferencesMutation,
} = openhoursApi;
