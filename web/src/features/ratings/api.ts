import { openhoursApi } from '@/api';

/** The calls that this feature makes. */
export const { useAnswerRatingMutation, useGetRatingsInfoQuery, useRemoveRatingAnswerMutation } = openhoursApi;
