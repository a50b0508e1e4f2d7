/** Reads one picture beside the page: a phone's photo of many megapixels freezes nothing. */

import { scalePicture } from './scale-picture';

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  scalePicture(data).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );
};
