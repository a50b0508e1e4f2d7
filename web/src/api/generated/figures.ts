import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFigures: build.query<GetFiguresApiResponse, GetFiguresApiArg>({
      query: (queryArg) => ({
        url: `/api/get_figures`,
        params: {
          from_date: queryArg.fromDate,
          to_date: queryArg.toDate,
          timezone: queryArg.timezone,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedFiguresApi };
export type GetFiguresApiResponse =
  /** status 200 A provider's figures of a range of days, and of the one before it. */ AnswerFiguresWithViews;
export type GetFiguresApiArg = {
  fromDate?: string;
  toDate?: string;
  timezone?: string;
};
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type Range = {
  from_date: string;
  to_date: string;
};
export type Income = {
  currency: string;
  amount: number;
};
export type Cancelled = {
  by_provider: number;
  by_client: number;
  by_system: number;
  unknown: number;
};
export type Figures = {
  bookings: number;
  completed: number;
  minutes: number;
  income: Income[];
  new_clients: number;
  returning_clients: number;
  no_shows: number;
  cancelled: Cancelled;
  declined: number;
  requests: number;
  views: number | null;
};
export type FiguresOfPart = {
  starts: string;
  bookings: number;
  completed: number;
  minutes: number;
  income: Income[];
  no_shows: number;
  cancelled: number;
  requests: number;
  views: number | null;
};
export type BookedService = {
  service_id: string;
  name: string;
  bookings: number;
  former_bookings: number;
};
export type BusyHour = {
  weekday: number;
  hour: number;
  sessions: number;
};
export type FiguresWithViews = {
  timezone: string;
  unit: "day" | "week" | "month";
  range: Range;
  former_range: Range;
  figures: Figures;
  former_figures: Figures;
  series: FiguresOfPart[];
  former_series: FiguresOfPart[];
  services: BookedService[];
  hours: BusyHour[];
  missing: "views"[];
};
export type AnswerFiguresWithViews = {
  status: boolean;
  message: EnvelopeMessage;
  data: FiguresWithViews;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
