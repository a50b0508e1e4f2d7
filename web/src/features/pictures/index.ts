import { lazyPart } from '@/ui/lazy-part';

/** The avatar dialog, fetched when it is first opened. */
export const AvatarDialog = lazyPart(() => import('./components/AvatarDialog'));

/** The dialog that crops picked pictures to one size, fetched when it is first opened. */
export const ImageUploader = lazyPart(() => import('./components/ImageUploader'));

export { releasePictures } from './decode-picture';
export { loadStoredPicture } from './load-stored-picture';
export { addPictures, noPictures, type PictureList } from './picture-list';
