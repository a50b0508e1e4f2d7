import { lazy } from 'react';

/** The avatar dialog, fetched when it is first wanted. */
export const AvatarDialog = lazy(() => import('./AvatarDialog'));

/** The dialog that makes pictures of one size out of what is picked, fetched when it is first wanted. */
export const ImageUploader = lazy(() => import('./ImageUploader'));

export { CutCanvas } from './CutCanvas';
export { forgotten } from './decoding';
export { cutOf } from './drawing';
export { keptPicture } from './kept-picture';
export { added, mostPictures, noPictures, type DecodedPicture, type PictureList, type Size } from './picture-list';
