import { openhoursApi } from '@/api';

/** The calls that the shell makes. */
export const {
  useCheckActiveLoginQuery,
  useGetConversationsQuery,
  useGetUserAlertsQuery,
  useGetUserFavDataQuery,
  useRegisterPushTokenMutation,
  useRemovePushTokenMutation,
  useResendConfirmAccountMutation,
} = openhoursApi;
