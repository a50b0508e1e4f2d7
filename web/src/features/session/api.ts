import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useChangePasswordMutation,
  useConfirmAccountByCodeMutation,
  useConfirmAccountMutation,
  useDeleteAccountMutation,
  useForgotPasswordMutation,
  useLazySignOutQuery,
  useRemovePushTokenMutation,
  useResendConfirmAccountMutation,
  useResetPasswordMutation,
  useSignInMutation,
  useSignUpMutation,
} = openhoursApi;
