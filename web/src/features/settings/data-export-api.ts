import { generatedDataExportApi, type ShownExport } from '@/api/generated/data-export';

export type { ShownExport };

export const dataExportApi = generatedDataExportApi.enhanceEndpoints({
  addTagTypes: ['Exports'],
  endpoints: {
    startDataExport: { invalidatesTags: ['Exports'] },
    getDataExport: { providesTags: ['Exports'] },
    downloadDataExport: { keepUnusedDataFor: 0 },
  },
});

export const { useGetDataExportQuery, useLazyDownloadDataExportQuery, useStartDataExportMutation } = dataExportApi;
