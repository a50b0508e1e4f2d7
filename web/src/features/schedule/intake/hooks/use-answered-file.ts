import { useState } from 'react';
import { useFetchPicture } from '@/api/fetch-picture';
import { useLinkToken } from '../../responses/guest-link-token';

/** Fetches a file among the answers as the user, or as the guest whose link is open. `state` says how that goes. */
export function useAnsweredFile(fileId: string) {
  const { token } = useLinkToken();
  const fetchFile = useFetchPicture();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = async (take: (content: Blob) => void | Promise<void>): Promise<void> => {
    setState('loading');
    try {
      await take(await fetchFile(`/api/get_intake_file/${fileId}${token ? `?${new URLSearchParams({ token })}` : ''}`));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return { load, state };
}
