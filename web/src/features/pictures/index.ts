import { lazy } from 'react';

/** The avatar dialog, fetched when it is first opened. */
export const AvatarDialog = lazy(() => import('./components/AvatarDialog'));

/** The dialog that crops picked pictures to one size, fetched when it is first opened. */
export const ImageUploader = lazy(() => import('./components/ImageUploader'));

export { releasePictures } from './decode-picture';
export { loadStoredPicture } from './load-stored-picture';
export { addPictures, noPictures, type PictureList } from './picture-list';
