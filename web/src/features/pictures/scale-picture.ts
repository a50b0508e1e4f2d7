import type { Size } from './picture-list';

/** The longer side while editing: more is slow to push about and shown by no crop of ours, less is too small to aim at. */
const longest = 1600;
const shortest = 800;
const quality = 0.95;

/** The size that a picture is edited in, its proportions kept. */
export function editingSize({ width, height }: Size): Size {
  const side = Math.max(width, height);
  const scale = Math.min(Math.max(side, shortest), longest) / side;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture as it can be shown and edited. */
export interface ScaledPicture extends Size {
  readonly blob: Blob;
}

/** Reads a file as an upright picture of a pleasant size. Throws for what is no picture, whatever its name says. */
export async function scalePicture(file: Blob): Promise<ScaledPicture> {
  const bitmap = await createImageBitmap(file);
  try {
    const size = editingSize(bitmap);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no pictures');
    // What is transparent becomes white: the cut is a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return { blob: await canvas.convertToBlob({ type: 'image/jpeg', quality }), ...size };
  } finally {
    bitmap.close();
  }
}
