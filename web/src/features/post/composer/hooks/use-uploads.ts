import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { pictureApi } from '@/api';
import { UploadQueue, type SendPicture } from '../upload-queue';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

function sender(dispatch: Dispatch): SendPicture {
  return (picture, onProgress) => {
    const call = dispatch(pictureApi.endpoints.sendFeedMedia.initiate({ picture, onProgress }, { track: false }));
    return { name: call.unwrap().then(({ data }) => data.media_name), abort: () => call.abort() };
  };
}

/** Sends the pictures as soon as they are there; those that go are given up, and all of them when the screen goes. */
export function useUploads(pictures: readonly string[]) {
  const dispatch = useDispatch<Dispatch>();
  const [queue] = useState(() => new UploadQueue(sender(dispatch)));
  const uploads = useSyncExternalStore(queue.subscribe, queue.read);
  useEffect(() => queue.want(pictures), [queue, pictures]);
  useEffect(() => () => queue.stop(), [queue]);
  return {
    uploads,
    retry: (picture: string) => queue.retry(picture),
    /** The names of all pictures once they have arrived; null when one has not. */
    names: () => queue.names(pictures),
  };
}
