import { useState } from 'react';
import { useFetchFile } from '@/api/fetch-file';
import { useLinkToken } from '../../responses/guest-link-token';

/** Fetches a file among the answers as the user, or as the guest whose link is open. `state` says how that goes. */
export function useAnsweredFile(fileId: string) {
  const { token } = useLinkToken();
  const fetchFile = useFetchFile();
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
