import type { DecodedPicture } from './picture-list';
import type { ScaledPicture } from './scale-picture';

/** Decodes a file at a size suited for editing. null when it is not a picture, whatever its name says. */
export async function decodePicture(file: Blob): Promise<DecodedPicture | null> {
  // One worker per picture, so that its memory is freed at once.
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

/** Releases pictures that are no longer shown. */
export function releasePictures(pictures: readonly DecodedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}
