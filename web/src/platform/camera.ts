import { isNative } from './native';

/** Whether the app itself can open the camera. In a browser the file dialog offers it. */
export const canTakePhoto = (): boolean => isNative();

/** The plugin's code for a user who closes the camera without taking a picture. */
const cancelled = 'OS-PLUG-CAMR-0006';

/** Opens the camera. Resolves to the picture, or null when the user takes none. Rejects when there is no camera or it is not allowed. */
export async function takePhoto(): Promise<File | null> {
  const { Camera, EncodingType } = await import('@capacitor/camera');
  try {
    const { webPath } = await Camera.takePhoto({ quality: 90, correctOrientation: true, encodingType: EncodingType.JPEG });
    if (!webPath) return null;
    const picture = await (await fetch(webPath)).blob();
    return new File([picture], 'photo.jpg', { type: 'image/jpeg' });
  } catch (error) {
    if ((error as { code?: unknown }).code === cancelled) return null;
    throw error;
  }
}
