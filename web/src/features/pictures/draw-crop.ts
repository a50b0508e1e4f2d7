import { areaOf, rotatedSize, type Picture, type Size } from './picture-list';

const quality = 0.9;

/** Loads a picture for drawing. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Draws the crop of a picture, rotated and scaled to the size. */
export function drawCrop(canvas: HTMLCanvasElement, image: HTMLImageElement, picture: Picture, size: Size): void {
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return;
  const area = areaOf(picture, size);
  const whole = rotatedSize(picture);
  context.imageSmoothingQuality = 'high';
  context.scale(size.width / area.width, size.height / area.height);
  context.translate(whole.width / 2 - area.x, whole.height / 2 - area.y);
  context.rotate((picture.turn * Math.PI) / 180);
  context.drawImage(image, -picture.width / 2, -picture.height / 2, picture.width, picture.height);
}

/** The crop of a picture as a JPEG data URL, at this size or up to `times` as large if the picture has the pixels. */
export async function croppedJpeg(picture: Picture, size: Size, times = 1): Promise<string> {
  const canvas = document.createElement('canvas');
  const scale = Math.min(times, Math.max(1, areaOf(picture, size).width / size.width));
  const sides = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  drawCrop(canvas, await loadImage(picture.url), picture, sides);
  return canvas.toDataURL('image/jpeg', quality);
}
