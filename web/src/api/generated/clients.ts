import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getClient: build.query<GetClientApiResponse, GetClientApiArg>({
      query: (queryArg) => ({ url: `/api/get_client/${queryArg}` }),
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
export type GetClientApiResponse =
  /** status 200 Successful Response */ AnswerClientAnswer;
export type GetClientApiArg = string;
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
export type UpdateClientApiResponse =
  /** status 200 Successful Response */ AnswerClientAnswer;
export type UpdateClientApiArg = ClientUpdate;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
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
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
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
export type ClientUpdate = {
  iv_client_id: string;
  iv_note?: string | null;
  iv_tags?: string[] | string | null;
};
