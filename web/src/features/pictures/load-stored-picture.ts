import { decodePicture } from './decode-picture';
import type { DecodedPicture } from './picture-list';

/** A picture that the server has, to be edited again; null when it is not to be had. */
export async function loadStoredPicture(name: string, fetchPicture: (address: string) => Promise<Blob>): Promise<DecodedPicture | null> {
  try {
    const picture = await decodePicture(await fetchPicture(name.replace(/card\.webp$/, 'full.jpg')));
    return picture && { ...picture, kept: name };
  } catch {
    return null;
  }
}
