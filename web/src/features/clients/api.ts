import type { CallArgs, Envelope } from '@/api';
import { generatedClientsApi } from '@/api/generated/clients';
import type * as generated from '@/api/generated/clients';

export type ClientLine = generated.ClientLine;
export type ClientShown = generated.ClientShown;
export type ClientOrder = generated.ClientOrder;
export type TagCount = generated.TagCount;
export type ClientFile = generated.ClientFile;
export type ImportColumn = generated.ImportColumn;
export type ColumnUse = ImportColumn['used_for'];
/** A server of the version before names no columns. */
export type ImportPreview = Omit<generated.ImportPreview, 'columns'> & Partial<Pick<generated.ImportPreview, 'columns'>>;
export type ImportRow = generated.ImportRow;
export type ImportCounts = generated.ImportCounts;
export type Sort = NonNullable<generated.GetClientsApiArg['sort']>;

/** What a column of a file may be used for. */
export const columnUses = ['name', 'given', 'family', 'email', 'phone', 'unused'] as const satisfies readonly ColumnUse[];

export interface ClientsFilter {
  q: string;
  tag: string;
  sort: Sort;
}

/** How many clients one page holds. */
const PAGE_SIZE = 50;

/** What changes a booking changes the figures of its client, too. */
const tagged = generatedClientsApi.enhanceEndpoints({
  addTagTypes: ['Clients', 'ClientFiles', 'Bookings'],
  endpoints: {
    getClient: { providesTags: ['Clients', 'Bookings'] },
    updateClient: { invalidatesTags: ['Clients'] },
    getClientFiles: { providesTags: ['ClientFiles'] },
    addClientFile: { invalidatesTags: ['ClientFiles'] },
    removeClientFile: { invalidatesTags: ['ClientFiles'] },
    importClients: { invalidatesTags: ['Clients'] },
  },
});

const clientsApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    clientPages: build.infiniteQuery<generated.Clients, ClientsFilter, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
        refetchCachedPages: false,
      },
      query: ({ queryArg, pageParam }): CallArgs => ({
        url: '/api/get_clients',
        params: { ...queryArg, limit: PAGE_SIZE, cursor: pageParam },
      }),
      transformResponse: ({ data }: Envelope<generated.Clients>) => data,
      providesTags: ['Clients', 'Bookings'],
    }),
    clientsFile: build.query<string, undefined>({
      query: (): CallArgs => ({ url: '/api/download_clients', isFile: true }),
      transformResponse: ({ data }: Envelope<string>) => data,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useAddClientFileMutation,
  useClientPagesInfiniteQuery,
  useGetClientFilesQuery,
  useGetClientOfOrderQuery,
  useGetClientQuery,
  useImportClientsMutation,
  useLazyClientsFileQuery,
  usePreviewClientImportMutation,
  useRemoveClientFileMutation,
  useUpdateClientMutation,
} = clientsApi;
