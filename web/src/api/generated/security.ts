import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
      query: (queryArg) => ({
        url: `/api/add_passkey`,
        method: "POST",
        body: queryArg,
      }),
    }),
    beginAuthenticatorApp: build.mutation<
      BeginAuthenticatorAppApiResponse,
      BeginAuthenticatorAppApiArg
    >({
      query: () => ({ url: `/api/begin_authenticator_app`, method: "POST" }),
    }),
    beginPasskey: build.mutation<BeginPasskeyApiResponse, BeginPasskeyApiArg>({
      query: () => ({ url: `/api/begin_passkey`, method: "POST" }),
    }),
    beginPasskeySignIn: build.mutation<
      BeginPasskeySignInApiResponse,
      BeginPasskeySignInApiArg
    >({
      query: () => ({ url: `/api/begin_passkey_sign_in`, method: "POST" }),
    }),
    beginStepUp: build.mutation<BeginStepUpApiResponse, BeginStepUpApiArg>({
      query: () => ({ url: `/api/begin_step_up`, method: "POST" }),
    }),
    cancelMailChange: build.mutation<
      CancelMailChangeApiResponse,
      CancelMailChangeApiArg
    >({
      query: () => ({ url: `/api/cancel_mail_change`, method: "POST" }),
    }),
    confirmAuthenticatorApp: build.mutation<
      ConfirmAuthenticatorAppApiResponse,
      ConfirmAuthenticatorAppApiArg
    >({
      query: (queryArg) => ({
        url: `/api/confirm_authenticator_app`,
        method: "POST",
        body: queryArg,
      }),
    }),
    confirmMailChange: build.mutation<
      ConfirmMailChangeApiResponse,
      ConfirmMailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/confirm_mail_change`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getMailChange: build.query<GetMailChangeApiResponse, GetMailChangeApiArg>({
      query: () => ({ url: `/api/get_mail_change` }),
    }),
    getSecondFactors: build.query<
      GetSecondFactorsApiResponse,
      GetSecondFactorsApiArg
    >({
      query: () => ({ url: `/api/get_second_factors` }),
    }),
    removeAuthenticatorApp: build.mutation<
      RemoveAuthenticatorAppApiResponse,
      RemoveAuthenticatorAppApiArg
    >({
      query: () => ({ url: `/api/remove_authenticator_app`, method: "POST" }),
    }),
    removePasskey: build.mutation<
      RemovePasskeyApiResponse,
      RemovePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_passkey`,
        method: "POST",
        body: queryArg,
      }),
    }),
    renewRecoveryCodes: build.mutation<
      RenewRecoveryCodesApiResponse,
      RenewRecoveryCodesApiArg
    >({
      query: () => ({ url: `/api/renew_recovery_codes`, method: "POST" }),
    }),
    requestMailChange: build.mutation<
      RequestMailChangeApiResponse,
      RequestMailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/request_mail_change`,
        method: "POST",
        body: queryArg,
      }),
    }),
    signInSecondFactor: build.mutation<
      SignInSecondFactorApiResponse,
      SignInSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sign_in_second_factor`,
        method: "POST",
        body: queryArg,
      }),
    }),
    signInWithPasskey: build.mutation<
      SignInWithPasskeyApiResponse,
      SignInWithPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sign_in_with_passkey`,
        method: "POST",
        body: queryArg,
      }),
    }),
    stepUp: build.mutation<StepUpApiResponse, StepUpApiArg>({
      query: (queryArg) => ({
        url: `/api/step_up`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedSecurityApi };
export type AddPasskeyApiResponse =
  /** status 200 Successful Response */ AnswerFactorAdded;
export type AddPasskeyApiArg = AddPasskeyRequest;
export type BeginAuthenticatorAppApiResponse =
  /** status 200 Successful Response */ AnswerNewAuthenticatorApp;
export type BeginAuthenticatorAppApiArg = void;
export type BeginPasskeyApiResponse =
  /** status 200 Successful Response */ AnswerPasskeyOptions;
export type BeginPasskeyApiArg = void;
export type BeginPasskeySignInApiResponse =
  /** status 200 Successful Response */ AnswerPasskeyOptions;
export type BeginPasskeySignInApiArg = void;
export type BeginStepUpApiResponse =
  /** status 200 Successful Response */ AnswerStepUpBegun;
export type BeginStepUpApiArg = void;
export type CancelMailChangeApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type CancelMailChangeApiArg = void;
export type ConfirmAuthenticatorAppApiResponse =
  /** status 200 Successful Response */ AnswerFactorAdded;
export type ConfirmAuthenticatorAppApiArg = ConfirmAuthenticatorApp;
export type ConfirmMailChangeApiResponse =
  /** status 200 Successful Response */ AnswerMailChangeConfirmed;
export type ConfirmMailChangeApiArg = ConfirmMailChange;
export type GetMailChangeApiResponse =
  /** status 200 Successful Response */ AnswerWaitingMailChange;
export type GetMailChangeApiArg = void;
export type GetSecondFactorsApiResponse =
  /** status 200 Successful Response */ AnswerSecondFactors;
export type GetSecondFactorsApiArg = void;
export type RemoveAuthenticatorAppApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type RemoveAuthenticatorAppApiArg = void;
export type RemovePasskeyApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type RemovePasskeyApiArg = RemovePasskeyRequest;
export type RenewRecoveryCodesApiResponse =
  /** status 200 Successful Response */ AnswerFactorAdded;
export type RenewRecoveryCodesApiArg = void;
export type RequestMailChangeApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type RequestMailChangeApiArg = RequestMailChange;
export type SignInSecondFactorApiResponse =
  /** status 200 Successful Response */ AnswerSignedIn;
export type SignInSecondFactorApiArg = SecondFactorRequest;
export type SignInWithPasskeyApiResponse =
  /** status 200 Successful Response */ AnswerSignedIn;
export type SignInWithPasskeyApiArg = PasskeySignInRequest;
export type StepUpApiResponse =
  /** status 200 Successful Response */ AnswerLoginChecked;
export type StepUpApiArg = StepUpRequest;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type FactorAdded = {
  recovery_codes: string[];
};
export type AnswerFactorAdded = {
  status: boolean;
  message: EnvelopeMessage;
  data: FactorAdded;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type JsonValue = unknown;
export type AddPasskeyRequest = {
  iv_passkey: {
    [key: string]: JsonValue;
  };
  iv_name: string;
};
export type NewAuthenticatorApp = {
  secret: string;
  uri: string;
  qr_code: string;
};
export type AnswerNewAuthenticatorApp = {
  status: boolean;
  message: EnvelopeMessage;
  data: NewAuthenticatorApp;
};
export type PasskeyOptions = {
  options: {
    [key: string]: JsonValue;
  };
};
export type AnswerPasskeyOptions = {
  status: boolean;
  message: EnvelopeMessage;
  data: PasskeyOptions;
};
export type StepUpBegun = {
  methods: ("password" | "authenticator_app" | "passkey" | "recovery_code")[];
  passkey_options: {
    [key: string]: JsonValue;
  } | null;
};
export type AnswerStepUpBegun = {
  status: boolean;
  message: EnvelopeMessage;
  data: StepUpBegun;
};
export type AnswerNoneType = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type ConfirmAuthenticatorApp = {
  iv_code: string;
};
export type MailChangeConfirmed = {
  changed: boolean;
};
export type AnswerMailChangeConfirmed = {
  status: boolean;
  message: EnvelopeMessage;
  data: MailChangeConfirmed;
};
export type ConfirmMailChange = {
  iv_token: string;
};
export type WaitingMailChange = {
  email: string;
  old_confirmed: boolean;
  new_confirmed: boolean;
};
export type AnswerWaitingMailChange = {
  status: boolean;
  message: EnvelopeMessage;
  data: WaitingMailChange;
};
export type ListedPasskey = {
  passkey_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};
export type SecondFactors = {
  required: boolean;
  authenticator_app: boolean;
  authenticator_app_available: boolean;
  passkeys: ListedPasskey[];
  recovery_codes_left: number;
};
export type AnswerSecondFactors = {
  status: boolean;
  message: EnvelopeMessage;
  data: SecondFactors;
};
export type RemovePasskeyRequest = {
  iv_passkey_id: string;
};
export type RequestMailChange = {
  iv_email: string;
};
export type SessionData = {
  accessToken: string;
  accessTokenExpiry: string;
  ownerId: string;
  authId: string;
  email: string;
  phone: string;
  avatar: string;
  name: string;
  username: string;
  accountType: "client" | "provider" | "staff";
  isAuthenticated: boolean;
  onboardUsername: boolean;
  onboardProfile: boolean;
  requestAppointments: boolean;
  serviceProvider: boolean;
  autoVerification: "unverified" | "verified";
  manualVerification: "unverified" | "verified";
  fav_category: string[];
  fav_services: string[];
};
export type SignedIn = {
  session_data: SessionData;
  access_token: string;
  access_token_expiry: string;
};
export type AnswerSignedIn = {
  status: boolean;
  message: EnvelopeMessage;
  data: SignedIn;
};
export type SecondFactorRequest = {
  iv_challenge: string;
  iv_code?: string | null;
  iv_passkey?: {
    [key: string]: JsonValue;
  } | null;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type PasskeySignInRequest = {
  iv_passkey: {
    [key: string]: JsonValue;
  };
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type RefreshedToken = {
  access_token: string;
  access_token_expiry: string;
};
export type LoginChecked = {
  refreshed_access_token: RefreshedToken;
  session_data: SessionData;
};
export type AnswerLoginChecked = {
  status: boolean;
  message: EnvelopeMessage;
  data: LoginChecked;
};
export type StepUpRequest = {
  iv_password?: string | null;
  iv_code?: string | null;
  iv_passkey?: {
    [key: string]: JsonValue;
  } | null;
};
