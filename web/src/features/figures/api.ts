import { openhoursApi, type CallArgs, type Envelope } from '@/api';
import { generatedFiguresApi } from '@/api/generated/figures';
import type { FiguresAnswer, Span } from './model';

interface Asked extends Span {
  timezone: string;
}

const params = ({ first, last, timezone }: Asked) => ({ from_date: first, to_date: last, timezone });

/** What changes a booking changes figures, too. */
const figuresApi = generatedFiguresApi.enhanceEndpoints({ addTagTypes: ['Bookings'] }).injectEndpoints({
  endpoints: (build) => ({
    figures: build.query<FiguresAnswer, Asked>({
      query: (asked): CallArgs => ({ url: '/api/get_figures', params: params(asked) }),
      transformResponse: ({ data }: Envelope<FiguresAnswer>) => data,
      providesTags: ['Bookings'],
    }),
    figuresFile: build.query<string, Asked>({
      query: (asked): CallArgs => ({ url: '/api/download_figures', params: params(asked), isFile: true }),
      transformResponse: ({ data }: Envelope<string>) => data,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useFiguresQuery, useLazyFiguresFileQuery } = figuresApi;
export const { useGetAccountProfileQuery } = openhoursApi;
