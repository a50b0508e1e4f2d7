import { useTranslation } from 'react-i18next';
import { providerPath } from '@/routing';
import { hashtagOf, type ShareContent } from './share-targets';

interface Shared {
  name: string;
  username: string;
}

/** The address of a provider's page as others open it. */
export const pageAddress = (username: string) => new URL(providerPath(username), window.location.origin).href;

/** What sharing a provider's page says: in the first person to the owner's own followers, else as a tip. */
export function usePageShare({ name, username }: Shared, own: boolean): ShareContent {
  const { t } = useTranslation('share');
  return {
    title: t('pageOf', { name }),
    text: own ? t('ownText') : t('text', { name }),
    url: pageAddress(username),
    hashtags: ['openhours', hashtagOf(username)].filter(Boolean),
  };
}
