import { useTranslation } from '@/i18n/use-translation';
import { serverOrigin } from '@/platform/server';
import { providerPath } from '@/routing';
import { hashtagOf, type ShareContent } from './share-targets';

interface Shared {
  name: string;
  username: string;
}

/** The public address of a provider's page. */
export const pageAddress = (username: string) => new URL(providerPath(username), serverOrigin()).href;

/** The content for sharing a provider's page: in the first person for the owner, else as a recommendation. */
export function usePageShare({ name, username }: Shared, own: boolean): ShareContent {
  const { t } = useTranslation('share');
  return {
    title: t('pageOf', { name }),
    text: own ? t('ownText') : t('text', { name }),
    url: pageAddress(username || name),
    hashtags: ['openhours', hashtagOf(username)].filter(Boolean),
  };
}
