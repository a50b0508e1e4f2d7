import type { DecodedPicture, Size } from './picture-list';

/** The longer side while editing: more is slow to push about and shown by no crop of ours, less is too small to aim at. */
const longest = 1600;
const shortest = 800;

/** The size that a picture is edited in, its proportions kept. */
export function editingSize({ width, height }: Size): Size {
  const side = Math.max(width, height);
  const scale = Math.min(Math.max(side, shortest), longest) / side;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The picture's pixels, upright. The browser reads it beside the page, so that a large one freezes nothing. */
async function bitmapOf(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const size = editingSize(whole);
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
