import type { Size } from './picture-list';

/** The longer side while editing. Larger is slow to move and finer than any crop; smaller is too coarse. */
const maxSide = 1600;
const minSide = 800;
const quality = 0.95;

/** The size for editing, with the proportions kept. */
export function editingSize({ width, height }: Size): Size {
  const side = Math.max(width, height);
  const scale = Math.min(Math.max(side, minSide), maxSide) / side;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture that can be shown and edited. */
export interface ScaledPicture extends Size {
  readonly blob: Blob;
}

/** Decodes a file into an upright picture of editing size. Throws if it is not a picture, whatever its name says. */
export async function scalePicture(file: Blob): Promise<ScaledPicture> {
  const bitmap = await createImageBitmap(file);
  try {
    const size = editingSize(bitmap);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no pictures');
    // Transparency becomes white: the crop is a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return { blob: await canvas.convertToBlob({ type: 'image/jpeg', quality }), ...size };
  } finally {
    bitmap.close();
  }
}
