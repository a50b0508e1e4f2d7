import { useSyncExternalStore } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { hasConnection, onConnectionChange } from '@/platform/connection';
import { NoticeBar } from './NoticeBar';

/** Whether the server can be reached, as far as is known. */
export const useConnection = (): boolean => useSyncExternalStore(onConnectionChange, hasConnection, () => true);

/** Says above every page that there is no connection, as long as there is none (product.md 2.10). */
export function OfflineNotice() {
  const { t } = useTranslation('ui');
  return useConnection() ? null : <NoticeBar>{t('offline')}</NoticeBar>;
}
