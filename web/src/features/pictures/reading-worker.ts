/** Reads one picture beside the page: a phone's photo of many megapixels freezes nothing. */

import { read } from './reading';

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  read(data).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );
};
