import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addClientFile: build.mutation<
      AddClientFileApiResponse,
      AddClientFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/add_client_file`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getClient: build.query<GetClientApiResponse, GetClientApiArg>({
      query: (queryArg) => ({ url: `/api/get_client/${queryArg}` }),
    }),
    getClientFiles: build.query<
      GetClientFilesApiResponse,
      GetClientFilesApiArg
    >({
      query: (queryArg) => ({ url: `/api/get_client_files/${queryArg}` }),
    }),
    getClientOfOrder: build.query<
      GetClientOfOrderApiResponse,
      GetClientOfOrderApiArg
    >({
      query: (queryArg) => ({ url: `/api/get_client_of_order/${queryArg}` }),
    }),
    getClients: build.query<GetClientsApiResponse, GetClientsApiArg>({
      query: (queryArg) => ({
        url: `/api/get_clients`,
        params: {
          q: queryArg.q,
          tag: queryArg.tag,
          sort: queryArg.sort,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    importClients: build.mutation<
      ImportClientsApiResponse,
      ImportClientsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/import_clients`,
        method: "POST",
        body: queryArg,
      }),
    }),
    previewClientImport: build.mutation<
      PreviewClientImportApiResponse,
      PreviewClientImportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/preview_client_import`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeClientFile: build.mutation<
      RemoveClientFileApiResponse,
      RemoveClientFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_client_file`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateClient: build.mutation<UpdateClientApiResponse, UpdateClientApiArg>({
      query: (queryArg) => ({
        url: `/api/update_client`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedClientsApi };
export type AddClientFileApiResponse =
  /** status 200 Successful Response */ AnswerClientFileKept;
export type AddClientFileApiArg = NewClientFile;
export type GetClientApiResponse =
  /** status 200 Successful Response */ AnswerClientAnswer;
export type GetClientApiArg = string;
export type GetClientFilesApiResponse =
  /** status 200 Successful Response */ AnswerClientFiles;
export type GetClientFilesApiArg = string;
export type GetClientOfOrderApiResponse =
  /** status 200 Successful Response */ AnswerClientOfOrder;
export type GetClientOfOrderApiArg = string;
export type GetClientsApiResponse =
  /** status 200 Successful Response */ AnswerClients;
export type GetClientsApiArg = {
  q?: string;
  tag?: string;
  sort?: "name" | "last_visit" | "next_visit" | "visits" | "spent";
  limit?: number;
  cursor?: string | null;
};
export type ImportClientsApiResponse =
  /** status 200 Successful Response */ AnswerImportCounts;
export type ImportClientsApiArg = ClientImport;
export type PreviewClientImportApiResponse =
  /** status 200 Successful Response */ AnswerImportPreview;
export type PreviewClientImportApiArg = ClientFileToImport;
export type RemoveClientFileApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type RemoveClientFileApiArg = ClientFileRemoval;
export type UpdateClientApiResponse =
  /** status 200 Successful Response */ AnswerClientAnswer;
export type UpdateClientApiArg = ClientUpdate;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type ClientFile = {
  file_id: string;
  client_id: string;
  name: string;
  kind: "picture" | "pdf";
  size: number;
  created_at: string;
  path: string;
};
export type ClientFileKept = {
  file: ClientFile;
};
export type AnswerClientFileKept = {
  status: boolean;
  message: EnvelopeMessage;
  data: ClientFileKept;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type NewClientFile = {
  iv_client_id: string;
  iv_name: string;
  iv_media_base: string;
};
export type Spent = {
  currency: string;
  amount: number;
};
export type ClientOrder = {
  order_id: string;
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  services: string[];
  starts_at: string;
  total: number;
  currency: string;
};
export type ClientShown = {
  client_id: string;
  owner_id: string;
  name: string;
  email: string;
  phone: string;
  username: string;
  avatar: string;
  is_guest: boolean;
  visits: number;
  no_shows: number;
  last_visit: string;
  next_visit: string;
  spent: Spent[];
  tags: string[];
  has_note: boolean;
  note: string;
  orders: ClientOrder[];
};
export type ClientAnswer = {
  client: ClientShown;
};
export type AnswerClientAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: ClientAnswer;
};
export type ClientFiles = {
  files: ClientFile[];
  most_files: number;
};
export type AnswerClientFiles = {
  status: boolean;
  message: EnvelopeMessage;
  data: ClientFiles;
};
export type ClientOfOrder = {
  client_id: string;
};
export type AnswerClientOfOrder = {
  status: boolean;
  message: EnvelopeMessage;
  data: ClientOfOrder;
};
export type ClientLine = {
  client_id: string;
  owner_id: string;
  name: string;
  email: string;
  phone: string;
  username: string;
  avatar: string;
  is_guest: boolean;
  visits: number;
  no_shows: number;
  last_visit: string;
  next_visit: string;
  spent: Spent[];
  tags: string[];
  has_note: boolean;
};
export type TagCount = {
  tag: string;
  clients: number;
};
export type Clients = {
  clients: ClientLine[];
  tags: TagCount[];
  next_cursor: string | null;
};
export type AnswerClients = {
  status: boolean;
  message: EnvelopeMessage;
  data: Clients;
};
export type ImportCounts = {
  new: number;
  joined: number;
  unchanged: number;
  refused: number;
};
export type AnswerImportCounts = {
  status: boolean;
  message: EnvelopeMessage;
  data: ImportCounts;
};
export type ClientImport = {
  iv_media_base: string;
  iv_columns?:
    | ("" | "name" | "given" | "family" | "email" | "phone" | "unused")[]
    | string;
  iv_preview?: string;
};
export type ImportColumn = {
  name: string;
  used_for: "name" | "given" | "family" | "email" | "phone" | "unused";
  example: string;
};
export type ImportRow = {
  line: number;
  outcome: "new" | "joined" | "unchanged" | "refused";
  name: string;
  email: string;
  phone: string;
  client_id: string;
  client_name: string;
  field: string;
  reason: string;
};
export type ImportPreview = {
  new: number;
  joined: number;
  unchanged: number;
  refused: number;
  preview: string;
  columns: ImportColumn[];
  rows: ImportRow[];
};
export type AnswerImportPreview = {
  status: boolean;
  message: EnvelopeMessage;
  data: ImportPreview;
};
export type ClientFileToImport = {
  iv_media_base: string;
  iv_columns?:
    | ("" | "name" | "given" | "family" | "email" | "phone" | "unused")[]
    | string;
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type ClientFileRemoval = {
  iv_file_id: string;
};
export type ClientUpdate = {
  iv_client_id: string;
  iv_phone?: string | number | null;
  iv_note?: string | null;
  iv_tags?: string[] | string | null;
};
