import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    downloadDataExport: build.query<
      DownloadDataExportApiResponse,
      DownloadDataExportApiArg
    >({
      query: (queryArg) => ({ url: `/api/download_data_export/${queryArg}` }),
    }),
    exportAccountData: build.query<
      ExportAccountDataApiResponse,
      ExportAccountDataApiArg
    >({
      query: () => ({ url: `/api/export_account_data` }),
    }),
    getDataExport: build.query<GetDataExportApiResponse, GetDataExportApiArg>({
      query: () => ({ url: `/api/get_data_export` }),
    }),
    startDataExport: build.mutation<
      StartDataExportApiResponse,
      StartDataExportApiArg
    >({
      query: () => ({ url: `/api/start_data_export`, method: "POST" }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDataExportApi };
export type DownloadDataExportApiResponse =
  /** status 200 A ready export of the caller as a file. */ AnswerDataExportDocument;
export type DownloadDataExportApiArg = string;
export type ExportAccountDataApiResponse =
  /** status 200 Everything held about the caller. */ AnswerAccountDataExport;
export type ExportAccountDataApiArg = void;
export type GetDataExportApiResponse =
  /** status 200 Successful Response */ AnswerDataExportState;
export type GetDataExportApiArg = void;
export type StartDataExportApiResponse =
  /** status 200 Successful Response */ AnswerDataExportState;
export type StartDataExportApiArg = void;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type JsonValue = unknown;
export type DataExportDocument = {
  identity: JsonValue;
  profiles: JsonValue;
  feed: JsonValue;
  booking: JsonValue;
  notifications: JsonValue;
};
export type AnswerDataExportDocument = {
  status: boolean;
  message: EnvelopeMessage;
  data: DataExportDocument;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type AccountDataExport = {
  identity: JsonValue;
  profiles: JsonValue;
  feed: JsonValue;
  booking: JsonValue;
  notifications: JsonValue;
  missing: ("identity" | "profiles" | "feed" | "booking" | "notifications")[];
};
export type AnswerAccountDataExport = {
  status: boolean;
  message: EnvelopeMessage;
  data: AccountDataExport;
};
export type ShownExport = {
  export_id: string;
  state: "collecting" | "ready" | "failed" | "expired";
  parts_done: number;
  parts: number;
  size: number;
  requested_at: string;
  ready_at: string | null;
  expires_at: string;
};
export type DataExportState = {
  data_export: ShownExport | null;
};
export type AnswerDataExportState = {
  status: boolean;
  message: EnvelopeMessage;
  data: DataExportState;
};
