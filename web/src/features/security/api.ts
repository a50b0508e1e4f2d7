import { openhoursApi } from '@/api';
import { generatedSecurityApi, type ListedPasskey, type SecondFactors } from '@/api/generated/security';

export type { ListedPasskey, SecondFactors };

const securityApi = generatedSecurityApi.enhanceEndpoints({
  addTagTypes: ['Factors', 'MailChange'],
  endpoints: {
    getSecondFactors: { providesTags: ['Factors'] },
    confirmAuthenticatorApp: { invalidatesTags: ['Factors'] },
    removeAuthenticatorApp: { invalidatesTags: ['Factors'] },
    addPasskey: { invalidatesTags: ['Factors'] },
    removePasskey: { invalidatesTags: ['Factors'] },
    renewRecoveryCodes: { invalidatesTags: ['Factors'] },
    getMailChange: { providesTags: ['MailChange'] },
    requestMailChange: { invalidatesTags: ['MailChange'] },
    cancelMailChange: { invalidatesTags: ['MailChange'] },
    confirmMailChange: { invalidatesTags: ['MailChange'] },
  },
});

/** The calls that this feature makes. */
export const {
  useAddPasskeyMutation,
  useBeginAuthenticatorAppMutation,
  useBeginPasskeyMutation,
  useBeginPasskeySignInMutation,
  useBeginStepUpMutation,
  useCancelMailChangeMutation,
  useConfirmAuthenticatorAppMutation,
  useConfirmMailChangeMutation,
  useGetMailChangeQuery,
  useGetSecondFactorsQuery,
  useRemoveAuthenticatorAppMutation,
  useRemovePasskeyMutation,
  useRenewRecoveryCodesMutation,
  useRequestMailChangeMutation,
  useSignInSecondFactorMutation,
  useSignInWithPasskeyMutation,
  useStepUpMutation,
} = securityApi;

export const { useLazyCheckActiveLoginQuery } = openhoursApi;
