import type { DecodedPicture, Size } from './picture-list';

/** A side longer than this is more than any crop of ours can show, and slow to push about. */
const longestSide = 1600;

/** The size that fits into a square of `longest`, never larger than it was. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The picture's pixels, upright. The browser reads it beside the page, so that a large one freezes nothing. */
async function bitmapOf(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const size = fitted(whole, longestSide);
  if (size.width === whole.width && size.height === whole.height) return whole;
  try {
    return await createImageBitmap(whole, { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' });
  } finally {
    whole.close();
  }
}

async function addressOf(bitmap: ImageBitmap): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  // What is transparent becomes white: the cut is a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!blob) throw new Error('this browser keeps no pictures');
  return URL.createObjectURL(blob);
}

/** Reads a file as a picture of a size that is pleasant to edit; null when it is no picture, whatever its name says. */
export async function decoded(file: Blob): Promise<DecodedPicture | null> {
  try {
    const bitmap = await bitmapOf(file);
    const { width, height } = bitmap;
    try {
      return { url: await addressOf(bitmap), width, height };
    } finally {
      bitmap.close();
    }
  } catch {
    return null;
  }
}

/** Lets go of pictures that nobody shows any more. */
export function forgotten(pictures: readonly DecodedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}
