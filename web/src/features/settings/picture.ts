/** The square that an avatar is cropped to, in pixels (spec 2, section 9). */
export const avatarSize = 300;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads a picked file as an address that an <img> can show; null when it is no picture. */
export async function pictureOf(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/')) return null;
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return url;
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
}

/** Cuts the area out of the picture and scales it to 300x300; a JPEG data URL. */
export async function croppedPicture(url: string, area: Area): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = avatarSize;
  canvas.height = avatarSize;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, avatarSize, avatarSize);
  return canvas.toDataURL('image/jpeg', 0.92);
}
