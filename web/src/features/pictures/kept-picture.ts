import { decoded } from './decoding';
import type { DecodedPicture } from './picture-list';

/** A picture that the server has, to be edited again; null when it is not to be had. */
export async function keptPicture(name: string, fetchPicture: (address: string) => Promise<Blob>): Promise<DecodedPicture | null> {
  try {
    const picture = await decoded(await fetchPicture(name.replace(/card\.webp$/, 'full.jpg')));
    return picture && { ...picture, kept: name };
  } catch {
    return null;
  }
}
