import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    blockTime: build.mutation<BlockTimeApiResponse, BlockTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/block_time`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getBlockedTimes: build.query<
      GetBlockedTimesApiResponse,
      GetBlockedTimesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_blocked_times`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    unblockTime: build.mutation<UnblockTimeApiResponse, UnblockTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/unblock_time`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDiaryApi };
export type BlockTimeApiResponse =
  /** status 200 Successful Response */ AnswerOneBlock;
export type BlockTimeApiArg = TimeToBlock;
export type GetBlockedTimesApiResponse =
  /** status 200 Successful Response */ AnswerBlockedTimes;
export type GetBlockedTimesApiArg = {
  from: string;
  to: string;
};
export type UnblockTimeApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type UnblockTimeApiArg = BlockId;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type BlockShown = {
  block_id: string;
  date: string;
  start_time: string;
  end_time: string;
  repeat: "" | "daily" | "weekly";
  until: string;
  note: string;
};
export type OneBlock = {
  block: BlockShown;
};
export type AnswerOneBlock = {
  status: boolean;
  message: EnvelopeMessage;
  data: OneBlock;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type TimeToBlock = {
  iv_block_id?: string;
  iv_date: string;
  iv_start_time: string;
  iv_end_time: string;
  iv_repeat?: "" | "daily" | "weekly";
  iv_until?: string | null;
  iv_note?: string;
};
export type BlockedPeriodShown = {
  block_id: string;
  starts_at: string;
  ends_at: string;
};
export type BlockedTimes = {
  timezone: string;
  blocks: BlockShown[];
  periods: BlockedPeriodShown[];
};
export type AnswerBlockedTimes = {
  status: boolean;
  message: EnvelopeMessage;
  data: BlockedTimes;
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type BlockId = {
  iv_block_id: string;
};
