import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const {
  useChangePasswordMutation,
  useConfirmAccountByCodeMutation,
  useConfirmAccountMutation,
  useDeleteAccountMutation,
  useForgotPasswordMutation,
  useGetDataExportQuery,
  useLazyDownloadDataExportQuery,
  useLazySignOutQuery,
  useRemovePushTokenMutation,
  useResendConfirmAccountMutation,
  useResetPasswordMutation,
  useSignInMutation,
  useSignUpMutation,
  useStartDataExportMutation,
} = openhoursApi;
