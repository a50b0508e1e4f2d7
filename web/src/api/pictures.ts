import { api } from './root-api';
import type { Envelope } from './envelope';
import type { StoredPicture } from './generated/openhours';
import type { OnProgress } from './upload';

interface SentPicture {
  /** A data URL. */
  picture: string;
  onProgress: OnProgress;
}

/** upload_feed_media, with upload progress and a way to abort it. */
export const pictureApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedMedia: build.mutation<Envelope<StoredPicture>, SentPicture>({
      query: ({ picture, onProgress }) => ({ url: '/api/upload_feed_media', method: 'POST', body: { iv_media_base: picture }, onProgress }),
    }),
  }),
});
