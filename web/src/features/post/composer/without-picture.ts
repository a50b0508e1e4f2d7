import type { PictureList } from '@/features/pictures';

/** The pictures and their cuts without one of them. */
export function withoutPicture(list: PictureList, cuts: readonly string[], index: number): [PictureList, string[]] {
  const pictures = list.pictures.toSpliced(index, 1);
  return [{ pictures, current: Math.min(list.current, Math.max(0, pictures.length - 1)) }, cuts.toSpliced(index, 1)];
}
