import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const { useLazyGetWebPushKeyQuery, useGetWebPushKeyQuery, useRegisterWebPushMutation, useRemoveWebPushMutation } = openhoursApi;
