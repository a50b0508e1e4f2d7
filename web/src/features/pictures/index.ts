import { lazy } from 'react';

/** The avatar dialog, fetched when it is first wanted. */
export const AvatarDialog = lazy(() => import('./components/AvatarDialog'));

/** The dialog that makes pictures of one size out of what is picked, fetched when it is first wanted. */
export const ImageUploader = lazy(() => import('./components/ImageUploader'));

export { CropPreview } from './components/CropPreview';
export { releasePictures } from './decode-picture';
export { croppedJpeg } from './draw-crop';
export { loadStoredPicture } from './load-stored-picture';
export { addPictures, mostPictures, noPictures, type DecodedPicture, type PictureList, type Size } from './picture-list';
