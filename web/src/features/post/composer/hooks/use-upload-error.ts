import { useTranslation } from 'react-i18next';
import type { Failure } from '@/api';

/** Says why a picture was not sent. */
export function useUploadError(): (failure: Failure) => string {
  const { t } = useTranslation('post');
  return ({ kind, main_msg, iv_msg, wait }) => {
    if (kind === 'too_many') return wait ? t('upload.wait', { count: wait }) : t('upload.tooMany');
    if (kind === 'unavailable' && !navigator.onLine) return t('upload.offline');
    return iv_msg['iv_media_base'] || main_msg || t(kind === 'too_large' ? 'upload.tooLarge' : 'upload.failed');
  };
}
