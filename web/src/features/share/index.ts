import { loadTexts } from '@/i18n';
import { lazyPart } from '@/ui/lazy-part';

/** The dialog that shares a provider's page, fetched when it is first opened. Its texts are in the namespace 'share'. */
export const SharePageDialog = lazyPart(() => import('./components/ShareDialog'));
/** The dialog that shares a post. */
export const SharePostDialog = lazyPart(async () => (await Promise.all([import('./components/SharePostDialog'), loadTexts('share')]))[0]);
export { pageAddress } from './share-page';
