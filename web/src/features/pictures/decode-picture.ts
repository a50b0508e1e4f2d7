import type { DecodedPicture } from './picture-list';
import type { ScaledPicture } from './scale-picture';

/** Reads a file as a picture of a size that is pleasant to edit; null when it is no picture, whatever its name says. */
export async function decodePicture(file: Blob): Promise<DecodedPicture | null> {
  // One worker for each picture: what reading it took is given back at once.
  const worker = new Worker(new URL('./scale-picture-worker.ts', import.meta.url), { type: 'module' });
  try {
    const picture = await new Promise<ScaledPicture | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ScaledPicture | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(file);
    });
    return picture && { url: URL.createObjectURL(picture.blob), width: picture.width, height: picture.height };
  } finally {
    worker.terminate();
  }
}

/** Lets go of pictures that nobody shows any more. */
export function releasePictures(pictures: readonly DecodedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}
