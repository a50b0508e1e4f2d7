import { decodePicture } from './decode-picture';
import type { DecodedPicture } from './picture-list';

/** Loads a picture from the server for further editing. null when it is unavailable. */
export async function loadStoredPicture(name: string, fetchPicture: (address: string) => Promise<Blob>): Promise<DecodedPicture | null> {
  try {
    const picture = await decodePicture(await fetchPicture(name.replace(/card\.webp$/, 'full.jpg')));
    return picture && { ...picture, storedName: name };
  } catch {
    return null;
  }
}
