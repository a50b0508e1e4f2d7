/** Decodes one picture in a worker, so that a large photo does not block the page. */

import { scalePicture } from './scale-picture';

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  scalePicture(data).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );
};
